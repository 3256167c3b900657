// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/packet_sizes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace hopscope {

Parameter packetSizesParameter() {
  Parameter sizes;
  sizes.name = "traffic.packet_sizes";
  sizes.label = "Packet sizes";
  sizes.type = ParameterType::text;
  sizes.fallback = std::string();
  sizes.help =
      "Sizes that differ, each with its share of all packets: \"1:0.5, 5:0.5\". Empty: every "
      "packet has the packet size.";
  return sizes;
}

std::vector<PacketSize> resolvePacketSizes(const SettingsReader& reader, std::uint32_t& longest) {
  std::vector<PacketSize> sizes;
  double total = 0;
  bool readable = true;
  std::string_view rest = reader.text("traffic.packet_sizes");
  const auto skipBlanks = [&] {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == ',')) rest.remove_prefix(1);
  };
  const auto number = [&](auto& value) {
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    readable = readable && error == std::errc();
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  };
  for (skipBlanks(); readable && !rest.empty(); skipBlanks()) {
    PacketSize size;
    number(size.flits);
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    readable = readable && !rest.empty() && rest.front() == ':';
    if (!readable) break;
    rest.remove_prefix(1);
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    number(size.share);
    readable = readable && size.flits >= 1 && size.flits <= kLongestPacket && size.share > 0;
    total += size.share;
    sizes.push_back(size);
  }
  if (sizes.empty() && !reader.text("traffic.packet_sizes").empty()) readable = false;
  if (!readable) {
    reader.refuse("traffic.packet_sizes",
                  sentence("Packet sizes are pairs of flits and share, such as 1:0.5, 5:0.5."),
                  sentence("Flits are 1 to {}, shares above 0.", kLongestPacket));
    return {};
  }
  if (!sizes.empty() && std::abs(total - 1) > 1e-6) {
    reader.refuse("traffic.packet_sizes",
                  sentence("The shares of the packet sizes add up to {:g}.", total),
                  sentence("Let them add up to 1."));
    return {};
  }
  for (const PacketSize& size : sizes)
    longest = std::max(&size == &sizes.front() ? 0 : longest, size.flits);
  return sizes;
}

}  // namespace hopscope
