# SPDX-License-Identifier: GPL-3.0-or-later
# Writes JSON files into one C++ source, so that every program carries them. HEADER declares
# `const std::vector<EmbeddedFile>& FUNCTION()`.
# cmake -DFOLDER=... -DNAMES=a,b -DHEADER=... -DFUNCTION=... -DOUT=... -P Embed.cmake
string(REPLACE "," ";" names "${NAMES}")
set(source "// Made by cmake/Embed.cmake.\n#include \"${HEADER}\"\n\nnamespace hopscope {\n\nconst std::vector<EmbeddedFile>& ${FUNCTION}() {\n  static const std::vector<EmbeddedFile> files = {\n")
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}.json" text)
  string(APPEND source "      {\"${name}\", R\"hopscope(${text})hopscope\"},\n")
endforeach()
string(APPEND source "  };\n  return files;\n}\n\n}  // namespace hopscope\n")
file(WRITE "${OUT}" "${source}")
