# The programs of the tests: one a room, the fuzzer, and the contestants of tests/bench. Read by CMakeLists.txt.

# A doctest program of some files of a room's tests; under Emscripten the same program runs in node.
function(doctest_program name room)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} PRIVATE tests)
  target_link_libraries(${name} PRIVATE ${room} doctest)
  get_target_property(often ${room} PRECOMPILE_HEADERS)
  target_precompile_headers(${name} PRIVATE ${often} <doctest/doctest.h>)
  set_source_files_properties(tests/${room}/main.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON) # holds doctest's own code
  as_ours(${name} -O1) # what is tested is compiled as ever; the tests themselves in a sixth less time than by -O2
  if(LIFTED_SANITIZE)
    target_compile_options(${name} PRIVATE -fno-sanitize=all) # what is tested is watched, not the tests
  endif()
  if(EMSCRIPTEN)
    target_link_options(${name} PRIVATE -O1 -sENVIRONMENT=node -sNODERAWFS -sALLOW_MEMORY_GROWTH
      -sMAXIMUM_MEMORY=2GB -sSTACK_SIZE=2MB -sEXIT_RUNTIME)
  endif()
endfunction()

enable_testing()
foreach(room learner c_api plot figures)
  sources(files tests/${room})
  list(FILTER files EXCLUDE REGEX describe_main)
  doctest_program(test_${room} ${room} ${files})
  add_test(NAME ${room} COMMAND test_${room} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endforeach()

target_link_libraries(test_learner PRIVATE decimals $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:printing>)

if(EMSCRIPTEN)
  # The learner's tests that print their bits (tests/learner/bits.hpp) and no others, for tests/bits.
  sources(files tests/learner)
  set(bits tests/learner/main.cpp)
  foreach(file ${files})
    file(STRINGS ${file} found REGEX "same bits natively and as WASM\"" LIMIT_COUNT 1)
    if(found)
      list(APPEND bits ${file})
    endif()
  endforeach()
  doctest_program(test_bits learner ${bits})
endif()

if(NOT EMSCRIPTEN)
  # Prints what a figure says of its result for given settings: the numbers that the page must show.
  add_executable(describe tests/figures/describe_main.cpp)
  target_link_libraries(describe PRIVATE figures)
  as_ours(describe ${speed})
endif()

if(LIFTED_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  # libFuzzer on what reads from outside and on every figure: tests/fuzz/target.hpp. What it steers by, counters in the
  # code, is there in plot, figures and the readers of text; in the learner's arithmetic it would only take time.
  set(counted -fsanitize-coverage=inline-8bit-counters,pc-table)
  foreach(target plot figures ${figure_targets})
    target_compile_options(${target} PRIVATE ${counted})
  endforeach()
  set_source_files_properties(${readers} src/learner/text.cpp src/learner/tokens.cpp
    PROPERTIES COMPILE_OPTIONS "${counted},trace-cmp")
  sources(files tests/fuzz)
  add_executable(fuzz ${files})
  as_ours(fuzz ${speed})
  target_include_directories(fuzz PRIVATE tests)
  target_link_options(fuzz PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz PRIVATE figures)
endif()

# The C++ contestants of tests/bench/run.sh, natively and as WebAssembly with the page's flags; no other build needs them.
sources(files tests/bench)
add_executable(bench EXCLUDE_FROM_ALL ${files})
as_ours(bench ${speed})
target_include_directories(bench PRIVATE tests)
target_link_libraries(bench PRIVATE learner)
if(EMSCRIPTEN)
  target_link_options(bench PRIVATE -Oz --no-entry
    -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=web,worker,node -sFILESYSTEM=0
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=32MB -sMAXIMUM_MEMORY=512MB -sSTACK_SIZE=2MB -sMALLOC=emmalloc
    -sEXPORTED_RUNTIME_METHODS=ccall,HEAP8)
endif()
