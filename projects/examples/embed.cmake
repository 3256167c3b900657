# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the gallery's files into one C++ source, so that every program carries them.
# cmake -DFOLDER=... -DNAMES=a,b -DOUT=... -P embed.cmake
string(REPLACE "," ";" names "${NAMES}")
set(source "// Made by projects/examples/embed.cmake.\n#include \"projects/embedded_files.h\"\n\nnamespace hopscope {\n\nconst std::vector<EmbeddedFile>& embeddedFiles() {\n  static const std::vector<EmbeddedFile> files = {\n")
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}.json" text)
  string(APPEND source "      {\"${name}\", R\"hopscope(${text})hopscope\"},\n")
endforeach()
string(APPEND source "  };\n  return files;\n}\n\n}  // namespace hopscope\n")
file(WRITE "${OUT}" "${source}")
