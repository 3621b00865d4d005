#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The job array of docs/scale.md, run by Slurm on one node that is this machine: the reports of all tasks
# together are the report of one run, and so are the outputs. Slurm gets a configuration and ports that no
# other one uses; nothing of it is left behind.
if [ -z "${MAQUETTE_DEEP:-}" ]; then
    echo "SKIP: for the deep run"
    exit 77
fi
for program in slurmctld slurmd sbatch sinfo; do
    if ! command -v $program > /dev/null; then
        echo "SKIP: there is no Slurm (slurm-wlm)"
        exit 77
    fi
done
if [ "$(id -u)" -ne 0 ]; then
    echo "SKIP: slurmd needs root"
    exit 77
fi
. "$(dirname "$0")/lib.sh"

host=$(hostname -s)
SLURM_CONF=$scratch/slurm.conf
export SLURM_CONF
mkdir "$scratch/state" "$scratch/spool"
cat > "$SLURM_CONF" << END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
AuthType=auth/none
CredType=cred/none
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
stop_slurm() {
    for daemon in slurmd slurmctld; do
        pid=$(cat "$scratch/$daemon.pid" 2> /dev/null) || continue
        kill "$pid" 2> /dev/null || :
        while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
    done
}
trap 'stop_slurm; rm -rf "$scratch"' EXIT
slurmctld > "$scratch/out" 2> "$scratch/err" || fail "slurmctld does not start"
slurmd > "$scratch/out" 2> "$scratch/err" || fail "slurmd does not start"
waited=0
until sinfo -h -o %T 2> /dev/null | grep -q idle; do
    waited=$((waited + 1))
    [ $waited -le 60 ] || { cat "$scratch"/slurm*.log; fail "the node does not become idle"; }
    sleep 1
done

mkdir -p models/a models/b reports
for i in 1 2 3 4 5 6 7 8 9; do
    model > models/a/good$i.pie
    bad_model > models/b/bad$i.pie
done
cat > job.sh << END
#!/bin/sh
#SBATCH --array=1-4 --cpus-per-task=2 --requeue
'$MAQUETTE' convert -q models -o out/ --to glb --skip-existing -j "\$SLURM_CPUS_PER_TASK" \\
    --shard "\$SLURM_ARRAY_TASK_ID/4" \\
    --report "reports/\$SLURM_ARRAY_JOB_ID-\$SLURM_ARRAY_TASK_ID-\${SLURM_RESTART_COUNT:-0}.jsonl"
END
sbatch --wait --output=/dev/null job.sh > "$scratch/out" 2> "$scratch/err" || :
LC_ALL=C sort reports/*.jsonl > merged.jsonl
mv out tasks
"$MAQUETTE" convert -q models -o out/ --to glb --report one.jsonl > "$scratch/out" 2> "$scratch/err" || :
[ "$(wc -l < one.jsonl)" -eq 18 ] || fail "the report of one run has not one line for each model"
same one.jsonl merged.jsonl
diff -r tasks out > "$scratch/out" || fail "the outputs of the tasks differ from those of one run"
