# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that take nothing but the C library from where they run (packaging/archive.sh).
if(HOPSCOPE_STATIC)
  foreach(library EXPAT_LIBRARY:libexpat.a SQLite3_LIBRARY:libsqlite3.a
          ZLIB_LIBRARY_RELEASE:libz.a)
    string(REPLACE ":" ";" library ${library})
    list(GET library 0 variable)
    list(GET library 1 file)
    find_library(${variable} NAMES ${file} REQUIRED)
  endforeach()
  add_compile_definitions(FMT_HEADER_ONLY) # Debian has no libfmt.a
endif()
