# Cuts Inter to the characters in fonts/glyphs.txt when the build runs; font_data.cpp embeds the result.
#
#   plot_fonts(TARGET FOLDER-OF-INTER)   FOLDER holds Inter-Regular.otf, Inter-Italic.otf, Inter-SemiBold.otf
function(plot_fonts target inter)
  # The interpreter must have fontTools; Debian's package gives it to /usr/bin/python3 only.
  find_program(PLOT_PYTHON NAMES python3 HINTS /usr/bin NO_CMAKE_FIND_ROOT_PATH)
  set(room ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/plot_fonts)
  file(MAKE_DIRECTORY ${out})
  foreach(pair Regular:regular Italic:italic SemiBold:semibold)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 cut)
    list(GET pair 1 face)
    add_custom_command(
      OUTPUT ${out}/${face}.otf
      COMMAND ${PLOT_PYTHON} ${room}/fonts/subset.py ${inter}/Inter-${cut}.otf ${face} ${room}/fonts/glyphs.txt
              ${out}/${face}.otf
      DEPENDS ${room}/fonts/subset.py ${room}/fonts/glyphs.txt ${inter}/Inter-${cut}.otf
      VERBATIM)
    list(APPEND faces ${out}/${face}.otf)
  endforeach()
  # Makefiles and Ninja do not see what #embed reads.
  set_source_files_properties(${room}/font_data.cpp PROPERTIES
    OBJECT_DEPENDS "${faces};${room}/fonts/glyphs.txt"
    COMPILE_OPTIONS "--embed-dir=${out}")
endfunction()
