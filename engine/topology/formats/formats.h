// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/topology/formats/network_file.h"

/// The formats, a reader and a writer each.
namespace hopscope::formats {

ReadNetwork readGraphml(std::string_view text);
ReadNetwork readDot(std::string_view text);
ReadNetwork readAnynet(std::string_view text);

WrittenNetwork writeGraphml(const NetworkFile& network);
WrittenNetwork writeDot(const NetworkFile& network);
WrittenNetwork writeAnynet(const NetworkFile& network);

/// "line 12: …" as an error.
Issue errorAt(std::size_t line, Sentence text, Sentence remedy);

}  // namespace hopscope::formats
