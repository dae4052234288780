#!/usr/bin/env bash
# Builds the site and serves it; the first run also gets the toolchain. Run it again at any time: what is there is
# left alone.
#
#   bash web/serve.sh                  build, serve at port 8080 or the next free one, until Ctrl-C
#   bash web/serve.sh --build-only     build into build/site and stop
#   bash web/serve.sh --watch          the same page while you work on it, at port 8180: built again (into build/quick) and loaded again at every change
#   bash web/serve.sh --port 9000      another port;  --host 0.0.0.0  for other machines too
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

started=$(date +%s%N)
serve=yes
watch=no
server_options=()
while [ $# -gt 0 ]; do
  case $1 in
    --build-only) serve=no ;;
    --watch) watch=yes server_options+=(--watch) ;;
    --port | --host)
      [ $# -ge 2 ] || { echo "$1 needs a value." >&2; exit 2; }
      server_options+=("$1" "$2")
      shift
      ;;
    -h | --help)
      sed -n '2,/^set -/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *)
      echo "There is no option $1; see bash web/serve.sh --help" >&2
      exit 2
      ;;
  esac
  shift
done

exec 3>&1 # the screen, where a log has taken its place
logs=build/logs
first=build/first-run # seconds that the first run took; not there until it is over
mkdir -p "$logs"

seconds() { awk -v ns="$(($(date +%s%N) - started))" 'BEGIN { printf "%.1f", ns / 1e9 }'; }

# step NAME CURE COMMAND…: the command's output goes to a log, and onto the screen when it fails.
step() {
  local name=$1 cure=$2 log=$logs/$1.log
  shift 2
  if "$@" > "$log" 2>&1; then return 0; fi
  tail -n 40 "$log" >&2
  printf '\nFAILED: %s\nWhat helps: %s\nThe whole log: %s\n' "$name" "$cure" "$log" >&2
  exit 1
}

# Passes on what is read, to the log, and says on the screen when another quarter of many files is done.
tell_quarters() {
  local quarter=0 line
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && [ "${BASH_REMATCH[2]}" -gt 40 ] || continue
    while [ $((4 * BASH_REMATCH[1] / BASH_REMATCH[2])) -gt $quarter ]; do
      quarter=$((quarter + 1))
      echo "      $((25 * quarter)) % of the files after $(seconds) s" >&3
    done
  done
}

compile() { cmake --build build/wasm --target lifted-attention-module lifted-learner | tell_quarters; }

configure() {
  emcmake cmake -S . -B build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Release
  printf '%s\n' "$environment" > build/wasm/environment
}

install_packages() {
  (cd web && npm ci --ignore-scripts --no-audit --no-fund)
  cp web/package-lock.json web/node_modules/.lock-in-use
}

# Two builds at once would step on each other.
exec 9> build/lock
flock -n 9 || { echo "Another build is running here; waiting for it."; flock 9; }

echo "[1/4] toolchain"
bash .toolchain/setup.sh site
environment=$(bash .toolchain/setup.sh env)
# shellcheck disable=SC1090
source "$environment"

if [ $watch = yes ] && [ -f build/shown.json ]; then # built in full before: what is watched needs no more
  exec 9>&-
  exec "$LIFTED_NODE" web/serve.mjs "${server_options[@]}"
fi

echo "[2/4] learner and figures to WebAssembly"
[ -f build/wasm/CMakeCache.txt ] || echo "      (about a hundred files: a minute and a half on two cores)"
if [ ! -f build/wasm/build.ninja ] || [ "$(cat build/wasm/environment 2> /dev/null)" != "$environment" ]; then
  step "configure" "remove the folder build/wasm and run this again; if that does not help, read CMake's message above" configure
fi
step "compile" "the compiler's message above names the file and line; after a change of toolchain remove build/wasm" \
  compile

echo "[3/4] packages for the page"
if ! cmp -s web/package-lock.json web/node_modules/.lock-in-use; then
  echo "      (10 MB from the npm registry)"
  step "npm" "no network to the npm registry? Check the connection, a proxy and npm's settings, then run this again" install_packages
fi

echo "[4/4] site"
[ -f build/shown.json ] || echo "      (every figure is computed once, for its picture and answers: one to three minutes)"
"$LIFTED_NODE" web/build.mjs || {
  printf '\nFAILED: site\nWhat helps: the line above names the cause; after a change of packages remove web/node_modules\n' >&2
  exit 1
}

took=$(seconds)
if [ -f "$first" ]; then
  echo "Ready after $took s (the first run took $(cat "$first") s)."
else
  printf '%s\n' "$took" > "$first"
  echo "Ready $took s after the first start; from now on it is seconds."
fi
exec 9>&-
[ "$serve" = yes ] || exit 0
exec "$LIFTED_NODE" web/serve.mjs "${server_options[@]}"
