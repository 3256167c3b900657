# SPDX-License-Identifier: GPL-3.0-or-later
# ccache and mold where they are found; sanitizers where they are asked for.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  add_compile_options(-fpch-preprocess) # so that it knows precompiled headers by what they hold
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()
if(HOPSCOPE_SANITIZE)
  add_compile_options(-fsanitize=${HOPSCOPE_SANITIZE} -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${HOPSCOPE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A false alarm of g++ 12 on std::variant and std::optional under instrumentation.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
  if(HOPSCOPE_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Boost.Asio's fences, which g++ warns it can't follow.
    add_compile_options(-Wno-tsan)
  endif()
endif()
