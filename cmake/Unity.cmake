# SPDX-License-Identifier: GPL-3.0-or-later
# Whole builds in a third of the time: a folder is compiled as one translation unit, and headers that
# most files include are read once. Names in unnamed namespaces must differ within such a folder. Of
# tests, a few files are compiled at once (tests/CMakeLists.txt); names must differ within a program.
# Presets that build everything turn it on; where single files are edited, leave it off.
option(HOPSCOPE_UNITY "Compile whole folders at once and common headers once" OFF)

# hopscope_unity(TARGET [EXCEPT folders...]): one translation unit for each folder of its sources.
function(hopscope_unity TARGET)
  cmake_parse_arguments(U "" "" "EXCEPT" ${ARGN})
  if(NOT HOPSCOPE_UNITY)
    return()
  endif()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${TARGET} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cpp$")
      cmake_path(ABSOLUTE_PATH source)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE group)
      cmake_path(GET group PARENT_PATH group)
      if(group IN_LIST U_EXCEPT)
        continue()
      endif()
      string(MAKE_C_IDENTIFIER "${group}" group)
      set_source_files_properties(${source} TARGET_DIRECTORY ${TARGET} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()

# hopscope_precompile(TARGET headers...): headers that most of its files include.
function(hopscope_precompile TARGET)
  if(HOPSCOPE_UNITY)
    target_precompile_headers(${TARGET} PRIVATE ${ARGN})
  endif()
endfunction()
