#!/usr/bin/env bash
# Once, when a container has been made: the toolchain, its variables in every shell, and what an editor reads of the code.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash .toolchain/setup.sh tests
environment=$(bash .toolchain/setup.sh env)
grep -qF "$environment" ~/.bashrc 2> /dev/null || printf '. %q\n' "$environment" >> ~/.bashrc
# shellcheck disable=SC1090
source "$environment"
cmake --preset editor
