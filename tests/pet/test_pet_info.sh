#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maquette info of puppets: the version, the layout and the face animations.
. "$(dirname "$0")/../cli/lib.sh"

run 0 info "$tools/../data/pet/client-1.3.pet"
out_has ': pet 1.3, client layout'
out_has 'faces (1)'
run 0 info "$tools/../data/pet/documented-1.0.pet"
out_has ': pet 1.0, documented layout'
