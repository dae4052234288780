#!/usr/bin/env bash
# Runs all tests: the native unit tests, the same with sanitizers, the same programs as WebAssembly in node, and the
# page in Chromium and Firefox; then whether these notice planted faults. Sets up what it needs. Last line: "N passed, N
# failed"; not zero when anything failed.
#   bash tests/run.sh [native|sanitized|wasm|house|browser|faults]...     only these parts
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(house native sanitized wasm browser faults)
logs=build/logs
mkdir -p "$logs"
passed=0
failed=0

step() { printf '\n== %s\n' "$*"; }

count() { # PASSED FAILED
  passed=$((passed + $1))
  failed=$((failed + $2))
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

# doctest closes with "[doctest] test cases: 12 | 11 passed | 1 failed | 0 skipped".
run_doctest() { # NAME COMMAND...
  local name=$1 log line
  shift
  log=$logs/${name// /-}.log
  "$@" --no-colors=true >"$log" 2>&1
  local status=$?
  line=$(grep -E '^\[doctest\] test cases:' "$log" | tail -n 1)
  if [[ $line =~ ([0-9]+)\ passed\ \|\ *([0-9]+)\ failed ]] && [ $((BASH_REMATCH[1] + BASH_REMATCH[2])) -gt 0 ]; then
    local good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ "$bad" -eq 0 ] || grep -v '^$' "$log" | tail -n 60
    printf '%-28s %4d passed %4d failed\n' "$name" "$good" "$bad"
    count "$good" "$bad"
  else
    tail -n 40 "$log"
    printf '%-28s did not finish (%s)\n' "$name" "$log"
    count 0 1
  fi
}

# node's runner closes with "# pass 12" and "# fail 0".
run_node() { # NAME FILES...
  local name=$1 log good bad
  shift
  log=$logs/${name// /-}.log
  "$LIFTED_NODE" --test --test-reporter=tap --test-concurrency=1 "$@" >"$log" 2>&1
  local status=$?
  good=$(sed -n 's/^# pass //p' "$log" | tail -n 1)
  bad=$(sed -n 's/^# fail //p' "$log" | tail -n 1)
  local cancelled
  cancelled=$(sed -n 's/^# cancelled //p' "$log" | tail -n 1)
  bad=$((${bad:-1} + ${cancelled:-0}))
  [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
  [ "$bad" -eq 0 ] || { grep -E '^ *not ok' "$log"; grep -E -A 40 '^ *not ok' "$log" | head -n 200; }
  printf '%-28s %4d passed %4d failed\n' "$name" "${good:-0}" "$bad"
  count "${good:-0}" "$bad"
}

native_build() { # FOLDER OPTIONS...
  local folder=$1
  shift
  must "configure $(basename "$folder")" cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="clang-$LIFTED_LLVM_MAJOR" -DCMAKE_CXX_COMPILER="clang++-$LIFTED_LLVM_MAJOR" "$@" &&
    must "build $(basename "$folder")" cmake --build "$folder"
}

npm_for_tests() {
  bash -c 'cd tests/browser && { [ node_modules/.stamp -nt package-lock.json ] || { npm ci --no-audit --no-fund && touch node_modules/.stamp; }; }'
}

rooms=(learner plot figures)

run_part() {
  case $1 in
    house) run_node "house" tests/house/*.test.mjs tests/bench/*.test.mjs ;;
    native)
      native_build build/native || return
      for room in "${rooms[@]}"; do run_doctest "native $room" "build/native/test_$room"; done
      ;;
    sanitized)
      native_build build/sanitized -DLIFTED_SANITIZE=ON || return
      for room in "${rooms[@]}"; do run_doctest "sanitized $room" "build/sanitized/test_$room"; done
      run_node "fuzz" tests/fuzz/*.test.mjs
      ;;
    wasm)
      must "configure wasm" emcmake cmake -S . -B build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Release || return
      must "build wasm" cmake --build build/wasm || return
      for room in "${rooms[@]}"; do run_doctest "wasm $room" "$LIFTED_NODE" "build/wasm/test_$room.js"; done
      [ -x build/native/describe ] || native_build build/native || return
      run_node "same bits" tests/bits/*.test.mjs
      ;;
    browser)
      [ -x build/native/describe ] || native_build build/native || return
      must "site" bash web/serve.sh --build-only || return
      must "npm for tests" npm_for_tests || return
      LIFTED_NATIVE_DESCRIBE=$PWD/build/native/describe run_node "browser" tests/browser/*.test.mjs
      ;;
    faults)
      native_build build/native || return
      must "site" bash web/serve.sh --build-only || return
      must "npm for tests" npm_for_tests || return
      LIFTED_NATIVE_DESCRIBE=$PWD/build/native/describe run_node "faults" tests/faults/*.test.mjs
      ;;
    *)
      printf 'There is no part "%s": choose among house, native, sanitized, wasm, browser, faults.\n' "$1"
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
    run_part "$part"
  done
  [ ! -f build/site/sizes.txt ] || { step "sizes"; cat build/site/sizes.txt; }
else
  count 0 1
fi

printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
