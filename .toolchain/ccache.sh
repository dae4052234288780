#!/usr/bin/env bash
# Compiles through ccache, so that nothing is compiled twice, not even in another clone: CMake puts this before each call.
#   ccache.sh ROOT COMPILER OPTIONS...
# A precompiled header holds its clone's paths, so it is made anew in each clone (a second or two); the files that read
# it go by a digest of what is in it, not by its bytes.
set -euo pipefail
export CCACHE_BASEDIR=$1 CCACHE_NOHASHDIR=1 CCACHE_COMPILERTYPE=clang CCACHE_PCH_EXTSUM=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
export CCACHE_EXTRAFILES=$1/.toolchain/versions.env
shift
# ccache does not see what #embed reads either.
for option; do
  case $option in --embed-dir=*) for file in "${option#*=}"/*; do CCACHE_EXTRAFILES+=:$file; done ;; esac
done
set -- "${@/#"$PWD/"/}" # clang's own options are paths that ccache does not know as such
case " $* " in
  *' -emit-pch '*) ;;
  *) exec ccache "$@" ;;
esac
"$@"
text=()
while [ $# -gt 0 ]; do
  case $1 in
    -emit-pch) unset 'text[-1]' ;; # and the -Xclang before it
    -o) output=$2; shift ;;
    *) text+=("$1") ;;
  esac
  shift
done
"${text[@]}" -E -P -MF /dev/null -o - | sha256sum > "$output.sum"
