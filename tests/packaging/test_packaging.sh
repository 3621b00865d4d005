#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The version is stated in the public header; what must repeat it says the same.
set -eu
cd "$(dirname "$0")/../.."
version=$(scripts/version)
[ "maquette $version" = "$("$MAQUETTE" --version)" ] || { echo "scripts/version says $version" >&2; exit 1; }
for file in packaging/vcpkg/vcpkg.json web/package/package.json; do
    got=$(jq -r .version "$file")
    [ "$got" = "$version" ] || { echo "$file says $got, not $version" >&2; exit 1; }
done
