#!/usr/bin/env bash
# Runs all tests: the unit tests with sanitizers or as WebAssembly in node, the page in Chromium and Firefox, and whether
# these notice planted faults. Sets up what it needs. Last line: "N passed, N failed"; not zero when anything failed.
#   bash tests/run.sh [architecture|sanitized|wasm|browser|faults|native]...     only these parts; native: the unit tests, fast
#   bash tests/run.sh quick           what takes a minute: all unit tests but the longest, natively, and no browser
#   bash tests/run.sh figure NAME     the tests of one figure, natively, and what is still to do
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
parts=("$@")
figure=
if [ "${1:-}" = figure ]; then
  figure=${2:?which figure? bash tests/run.sh figure NAME}
  parts=(figure)
fi
[ ${#parts[@]} -gt 0 ] || parts=(architecture sanitized wasm browser faults)
logs=build/logs
mkdir -p "$logs" build/results
: >build/results/runs.tsv
passed=0
failed=0

step() { printf '\n== %s\n' "$*"; }

count() { # PASSED FAILED
  passed=$((passed + $1))
  failed=$((failed + $2))
}

# One line of the table, and of the page of results (node web/build.mjs --results).
tell() { # NAME PASSED FAILED SECONDS
  printf '%-28s %4d passed %4d failed %5d s\n' "$@"
  printf '%s\t%d\t%d\t%d\n' "$@" >>build/results/runs.tsv
  count "$2" "$3"
}

# A step that is not a test counts as one failure when it fails: nothing after it can be trusted.
must() { # NAME COMMAND...
  local name=$1 log
  shift
  log=$logs/${name// /-}.log
  if "$@" >"$log" 2>&1; then return 0; fi
  tail -n 40 "$log"
  printf '%s failed; the whole log is %s\n' "$name" "$log"
  count 0 1
  return 1
}

# The rooms' doctest programs, side by side, the figures' in pieces, as they take longest; it waits for what else
# was begun beside them.
run_rooms() { # NAME COMMAND-BEFORE-THE-PROGRAM
  local name=$1 room began=$SECONDS
  shift
  for room in "${rooms[@]}"; do
    {
      local only=()
      case $room in
        figures-one) only=("--source-file=$every,*/${figure}_test*") ;;
        figures-every) only=("--source-file=$every") ;;
        figures-descent) only=("--source-file=$descent") ;;
        figures-played) only=("--source-file=$played") ;;
        figures) only=("--source-file-exclude=$every,$descent,$played") ;;
      esac
      "$@" "build/$name/test_${room%-*}$suffix" --no-colors=true "${only[@]}" >"$logs/$name-$room.log" 2>&1
      echo $? >"$logs/$name-$room.status"
      echo $((SECONDS - began)) >"$logs/$name-$room.seconds"
    } &
  done
  wait
  for room in "${rooms[@]}"; do count_doctest "$name $room"; done
}

# doctest closes with "[doctest] test cases: 12 | 11 passed | 1 failed | 0 skipped".
count_doctest() { # NAME
  local name=$1 log=$logs/${1// /-}.log line status
  status=$(cat "$logs/${1// /-}.status")
  line=$(grep -E '^\[doctest\] test cases:' "$log" | tail -n 1)
  if [[ $line =~ ([0-9]+)\ passed\ \|\ *([0-9]+)\ failed ]] && [ $((BASH_REMATCH[1] + BASH_REMATCH[2])) -gt 0 ]; then
    local good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ "$bad" -eq 0 ] || grep -v '^$' "$log" | tail -n 60
    tell "$name" "$good" "$bad" "$(cat "$logs/${name// /-}.seconds")"
  else
    tail -n 40 "$log"
    printf '%-28s did not finish (%s)\n' "$name" "$log"
    [ -z "$figure" ] || [ "$status" -lt 128 ] || printf 'It crashed: does `fields` list every member of the result?\n'
    count 0 1
  fi
}

# A test that fails may leave a server or a browser open, which must not keep the others waiting.
node_tests() { # NAME FILES-AT-A-TIME FILES...
  local log=$logs/${1// /-} many=$2 began=$SECONDS
  shift 2
  "$LIFTED_NODE" --import "$PWD/tests/whole_output.mjs" --test --test-force-exit --test-reporter=tap --test-concurrency="$many" "$@" >"$log.log" 2>&1
  echo $? >"$log.status"
  echo $((SECONDS - began)) >"$log.seconds"
}

# node's runner closes with "# pass 12", "# fail 0" and "# cancelled 0".
tell_node() { # NAME
  local log=$logs/${1// /-} good bad cancelled
  good=$(sed -n 's/^# pass //p' "$log.log" | tail -n 1)
  bad=$(sed -n 's/^# fail //p' "$log.log" | tail -n 1)
  cancelled=$(sed -n 's/^# cancelled //p' "$log.log" | tail -n 1)
  bad=$((${bad:-1} + ${cancelled:-0}))
  [ "$(cat "$log.status")" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
  [ "$bad" -eq 0 ] || { grep -E '^ *not ok' "$log.log"; grep -E -A 40 '^ *not ok' "$log.log" | head -n 200; }
  tell "$1" "${good:-0}" "$bad" "$(cat "$log.seconds")"
}

run_node() { # as node_tests
  node_tests "$@"
  tell_node "$1"
}

native_build() { # FOLDER CMAKE-OPTIONS... [--target TARGETS...]
  local folder=$1 options=()
  shift
  while [ $# -gt 0 ] && [ "$1" != --target ]; do
    options+=("$1")
    shift
  done
  must "configure $(basename "$folder")" cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="clang-$LIFTED_LLVM_MAJOR" -DCMAKE_CXX_COMPILER="clang++-$LIFTED_LLVM_MAJOR" "${options[@]}" &&
    must "build $(basename "$folder")" cmake --build "$folder" "$@"
}

# What the tests of the page will ask of a figure that is in the article.
tell_rest() { # NAME
  lacks() { printf 'still to do: %s\n' "$1"; }
  has() { # WHAT PATTERN FILE
    grep -qs -- "$2" "$3" || lacks "$1"
  }
  has "a place in the article, web/index.html" "figure=\"$1\"" web/index.html
  has "a mention in README (The figures: ...)" "\`$1\`" README.md
  has "an exercise in web/exercises.js" "figure: '$1'" web/exercises.js
  [ -f "tests/figures/$1_test.cpp" ] || lacks "a test of its own, tests/figures/$1_test.cpp"
  [ -f "tests/browser/pictures/$1-desk-light.png" ] || lacks "kept pictures: LIFTED_KEEP_PICTURES=1 bash tests/run.sh browser"
}

npm_for_tests() {
  bash -c 'cd tests/browser && { [ node_modules/.stamp -nt package-lock.json ] || { npm ci --no-audit --no-fund && touch node_modules/.stamp; }; }'
}

# Every figure with random settings, learner, plot and C API are tried with sanitizers and as WebAssembly. What a figure
# itself is tested for is tried once: with sanitizers, or where descent takes minutes with them, as WebAssembly.
rooms=(figures-every figures-descent figures-played figures learner c_api plot)
every='*every_figure*'
descent='*head_race*,*softmax*,*phases*,*head_count*,*more_heads*'
played='*landscape*,*language_*,*machines*,*turing*'
suffix=

run_part() {
  case $1 in
    architecture) run_node "architecture" 2 tests/architecture/*.test.mjs tests/bench/*.test.mjs ;;
    figure)
      native_build build/native --target test_figures describe || return
      local rooms=(figures-one)
      run_rooms native env LIFTED_FIGURE="$figure"
      tell_rest "$figure"
      ;;
    quick)
      run_part architecture
      native_build build/native || return
      local rooms=(figures-descent figures-played figures learner c_api plot)
      run_rooms native env
      ;;
    native)
      native_build build/native || return
      run_rooms native env
      ;;
    sanitized)
      native_build build/sanitized -DLIFTED_SANITIZE=ON || return
      node_tests "fuzz" 1 tests/fuzz/*.test.mjs &
      local rooms=(figures-every figures-played figures learner c_api plot)
      run_rooms sanitized env
      tell_node "fuzz"
      ;;
    wasm)
      must "configure wasm" emcmake cmake -S . -B build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Release || return
      must "build wasm" cmake --build build/wasm || return
      native_build build/native --target describe test_learner c_api || return
      node_tests "same bits" 1 tests/bits/*.test.mjs &
      node_tests "installed" 1 tests/installed/*.test.mjs &
      local rooms=(figures-every figures-descent learner c_api plot)
      suffix=.js run_rooms wasm "$LIFTED_NODE"
      tell_node "same bits"
      tell_node "installed"
      ;;
    browser)
      native_build build/native --target describe || return
      must "site" bash web/serve.sh --build-only || return
      must "npm for tests" npm_for_tests || return
      export LIFTED_NATIVE_DESCRIBE=$PWD/build/native/describe
      mapfile -t alone < <(grep -l '^// Runs alone' tests/browser/*.test.mjs)
      mapfile -t others < <(grep -L '^// Runs alone' tests/browser/*.test.mjs)
      node_tests "notebooks" 1 tests/golden/*.test.mjs &
      run_node "browser" 4 "${others[@]}"
      wait
      tell_node "notebooks"
      run_node "browser, timed" 1 "${alone[@]}"
      ;;
    faults)
      native_build build/native || return
      must "site" bash web/serve.sh --build-only || return
      must "npm for tests" npm_for_tests || return
      LIFTED_NATIVE_DESCRIBE=$PWD/build/native/describe run_node "faults" 1 tests/faults/*.test.mjs
      ;;
    *)
      printf 'There is no part "%s": choose among architecture, sanitized, wasm, browser, faults, native, quick.\n' "$1"
      count 0 1
      ;;
  esac
}

step "what the tests need"
if bash .toolchain/setup.sh tests; then
  # shellcheck disable=SC1090
  source "$(bash .toolchain/setup.sh env)"
  for part in "${parts[@]}"; do
    step "$part"
    began=$SECONDS
    run_part "$part"
    printf '%d s\n' $((SECONDS - began))
  done
  [[ ! ${parts[*]} =~ browser ]] || { step "sizes"; cat build/site/sizes.txt; }
else
  count 0 1
fi

printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
