# The libraries that are not our subject, as targets:
#   eigen     headers; the learner's arithmetic
#   doctest   header; tests without exceptions
#   decimals  static; strtod of WebAssembly, natively for its test
#   printing  static; vsnprintf of the page's modules, natively for its test: programs of tests print what it does not know
#   angles    static; WebAssembly only; sin and cos of large numbers
#   imgui     static; natively and WebAssembly; no backend, no demo, no files
#   imgui_gl  static; WebAssembly only; ImGui's drawing through WebGL 2
#   sdl2      static; WebAssembly only; window, context, events and timer, nothing else
# Sources come from where setup.sh put them; their versions stand in versions.env. Their warnings are off: they are
# not ours to mend.
include_guard(GLOBAL)

foreach(_variable LIFTED_SDL2_SOURCE LIFTED_IMGUI_SOURCE LIFTED_EIGEN_INCLUDE LIFTED_DOCTEST_INCLUDE)
  if(NOT IS_DIRECTORY "$ENV{${_variable}}")
    message(FATAL_ERROR "The third-party sources are not there (${_variable} is not set): run "
                        "`bash .toolchain/setup.sh site`, then `. \"$(bash .toolchain/setup.sh env)\"`, then this again.")
  endif()
endforeach()

# Paths of the machine stay out of what is built.
set(_third_party_flags -w "-ffile-prefix-map=$ENV{LIFTED_TOOLCHAIN}=third_party")

# --- Eigen -------------------------------------------------------------------------------------------------------
# The same bits natively and in WebAssembly, for every decomposition and product (exp, log, tanh and their kind come
# from the C library and may differ in the last bit): Eigen's portable code on both sides, so that sums are taken in one
# order, and the block sizes it uses where it cannot ask the processor. The compiler vectorises; it may not reassociate.
#
# Tried and left: Eigen's SSE code through Emscripten's intrinsics (-msse4.2, an empty mmintrin.h, EIGEN_COMP_GNUC 0,
# EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS=16; the same bits as native SSE2). One run, ms, portable | SSE: f64 product 512
# 38.8 | 29.9, Cholesky 512 10.3 | 8.8, symmetric eigenvalues 288 21.9 | 20.6, Cholesky solve with 512 right-hand sides
# 94 | 42; for 14 KB more of brotli, two patches, and x86 only.
add_library(eigen INTERFACE)
target_include_directories(eigen SYSTEM INTERFACE
  "$<BUILD_INTERFACE:$ENV{LIFTED_EIGEN_INCLUDE}>" $<INSTALL_INTERFACE:include/lifted_attention>)
target_compile_definitions(eigen INTERFACE EIGEN_MPL2_ONLY EIGEN_DONT_VECTORIZE EIGEN_NO_CPUID
  EIGEN_DEFAULT_L1_CACHE_SIZE=16384 EIGEN_DEFAULT_L2_CACHE_SIZE=524288 EIGEN_DEFAULT_L3_CACHE_SIZE=524288)
target_compile_options(eigen INTERFACE -ffp-contract=off $<$<BOOL:${EMSCRIPTEN}>:-msimd128>)

# --- doctest -----------------------------------------------------------------------------------------------------
add_library(doctest INTERFACE)
target_include_directories(doctest SYSTEM INTERFACE "$ENV{LIFTED_DOCTEST_INCLUDE}")
target_compile_definitions(doctest INTERFACE
  DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS # REQUIRE stays; it ends the program instead of throwing
  DOCTEST_CONFIG_NO_POSIX_SIGNALS)                  # there are none in WebAssembly, and sanitizers want their own

# --- Decimals ----------------------------------------------------------------------------------------------------
add_library(decimals STATIC "${CMAKE_CURRENT_LIST_DIR}/strtod.c")
add_library(printing STATIC "${CMAKE_CURRENT_LIST_DIR}/printf.c")
foreach(_library decimals printing)
  target_compile_options(${_library} PRIVATE -Wall -Wextra -Werror $<IF:$<BOOL:${EMSCRIPTEN}>,-Oz,-O2>)
endforeach()
if(EMSCRIPTEN)
  target_link_options(decimals INTERFACE -Wl,--wrap=strtod)
  target_link_options(printing INTERFACE -Wl,--wrap=vsnprintf -Wl,--wrap=fiprintf)
endif()

# --- Dear ImGui --------------------------------------------------------------------------------------------------
set(_imgui "$ENV{LIFTED_IMGUI_SOURCE}")
# ImGui's own typeface can never be seen, as the atlas always holds Inter: cut out, 9 KB of the page. ImGui from 1.91.9
# has a switch for that.
set(_imgui_draw "${CMAKE_CURRENT_BINARY_DIR}/imgui_draw.cpp")
add_custom_command(OUTPUT "${_imgui_draw}"
  COMMAND sed "/proggy_clean_ttf_compressed_data_base85\\[.*=$/,/\";$/c static const char proggy_clean_ttf_compressed_data_base85[] = \"\";"
          "${_imgui}/imgui_draw.cpp" > "${_imgui_draw}"
  DEPENDS "${_imgui}/imgui_draw.cpp"
  VERBATIM)
add_library(imgui STATIC "${CMAKE_CURRENT_LIST_DIR}/imgui_scan.c"
  "${_imgui}/imgui.cpp" "${_imgui_draw}" "${_imgui}/imgui_tables.cpp" "${_imgui}/imgui_widgets.cpp")
target_include_directories(imgui SYSTEM PUBLIC "${_imgui}")
target_compile_definitions(imgui PUBLIC
  IMGUI_DISABLE_DEMO_WINDOWS
  IMGUI_DISABLE_DEBUG_TOOLS
  IMGUI_DISABLE_FILE_FUNCTIONS            # no imgui.ini, no log file, no font from a file
  IMGUI_DISABLE_OBSOLETE_FUNCTIONS
  IMGUI_DISABLE_SSE                       # its reciprocal root differs between processors; draw lists must not
  "ImDrawIdx=unsigned int")               # WebGL 2 has no base vertex: 16 bits end at 65536 vertices a window
target_compile_definitions(imgui PRIVATE sscanf=imgui_scan)
target_compile_options(imgui PRIVATE ${_third_party_flags} -ffp-contract=off
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)

if(NOT EMSCRIPTEN)
  return()
endif()

add_library(angles STATIC "${CMAKE_CURRENT_LIST_DIR}/rem_pio2.c")
set(_musl "${EMSCRIPTEN_ROOT_PATH}/system/lib/libc/musl/src")
target_include_directories(angles SYSTEM PRIVATE "${_musl}/math" "${_musl}/internal" "${_musl}/include")
target_compile_options(angles PRIVATE ${_third_party_flags} -Oz)

# Never for Eigen: it depends on inlining, and -Oz makes it 28 to 60 times slower.
target_compile_options(imgui PRIVATE -Oz)

add_library(imgui_gl STATIC "${_imgui}/backends/imgui_impl_opengl3.cpp" "${CMAKE_CURRENT_LIST_DIR}/imgui_gl_state.c")
set_source_files_properties("${_imgui}/backends/imgui_impl_opengl3.cpp" PROPERTIES
  COMPILE_DEFINITIONS "glGetIntegerv=imgui_gl_state;glGetString=imgui_gl_string;sscanf=imgui_scan")
target_include_directories(imgui_gl SYSTEM PUBLIC "${_imgui}/backends")
target_compile_definitions(imgui_gl PUBLIC IMGUI_IMPL_OPENGL_ES3)
target_compile_options(imgui_gl PRIVATE ${_third_party_flags} -fno-exceptions -fno-rtti -Oz)
target_link_libraries(imgui_gl PUBLIC imgui)

# --- SDL2 --------------------------------------------------------------------------------------------------------
# Only the files that a window with a context needs; the linker drops what is left over in them. Its video driver is
# ours (sdl2_canvas_video.c tells why), and it has no events (sdl2_no_events.c).
set(_sdl2 "$ENV{LIFTED_SDL2_SOURCE}")
file(GLOB _sdl2_sources
  "${_sdl2}/src/*.c"
  "${_sdl2}/src/atomic/*.c"
  "${_sdl2}/src/cpuinfo/*.c"
  "${_sdl2}/src/file/*.c"
  "${_sdl2}/src/stdlib/*.c"
  "${_sdl2}/src/thread/*.c"
  "${_sdl2}/src/thread/generic/*.c"
  "${_sdl2}/src/timer/*.c"
  "${_sdl2}/src/timer/unix/*.c"
  "${_sdl2}/src/video/*.c")
list(FILTER _sdl2_sources EXCLUDE REGEX "SDL_egl\\.c$")
add_library(sdl2 STATIC ${_sdl2_sources} "${CMAKE_CURRENT_LIST_DIR}/sdl2_canvas_video.c"
  "${CMAKE_CURRENT_LIST_DIR}/sdl2_no_events.c")
set_target_properties(sdl2 PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
target_include_directories(sdl2 SYSTEM PUBLIC "${_sdl2}/include" PRIVATE "${_sdl2}/src" "${_sdl2}/src/events" "${_sdl2}/src/video/khronos")
target_compile_definitions(sdl2 PRIVATE
  SDL_LEAN_AND_MEAN=1 SDL_ASSERT_LEVEL=0 SDL_AUDIO_DISABLED=1 SDL_JOYSTICK_DISABLED=1 SDL_HAPTIC_DISABLED=1
  SDL_SENSOR_DISABLED=1 SDL_RENDER_DISABLED=1 SDL_POWER_DISABLED=1)
# -sUSE_SDL=0: Emscripten would otherwise put its own SDL 1 headers on the include path.
target_compile_options(sdl2 PRIVATE ${_third_party_flags} -Oz PUBLIC -sUSE_SDL=0)
target_link_options(sdl2 INTERFACE -Wl,--wrap=getenv)
