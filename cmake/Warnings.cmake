# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings are errors. The two exceptions are false alarms of g++ 12 in the standard library's
# string concatenation (-Wrestrict) and in Boost.Graph at -O3 (-Wmaybe-uninitialized).
add_library(hopscope_warnings INTERFACE)
target_compile_options(hopscope_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(hopscope_warnings INTERFACE -Wno-restrict)
endif()
