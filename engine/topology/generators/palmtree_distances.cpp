// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/palmtree_distances.h"

#include <algorithm>
#include <map>

namespace hopscope::families {

PalmtreeDistances::PalmtreeDistances(const GlobalArrangement& shape)
    : shape_(shape), landings_(shape.groups + 1, 0) {
  std::vector<std::int64_t> change(shape_.groups + 1, 0);
  for (std::uint64_t position = 0; position < shape_.a; ++position)
    for (const Stretch& each : nearAt(position)) {
      ++change[each.first];
      --change[each.last + 1];
    }
  std::int64_t here = 0;
  for (std::uint64_t group = 0; group < shape_.groups; ++group) {
    here += change[group];
    landings_[group + 1] = landings_[group] + static_cast<std::uint64_t>(here);
  }
}

std::uint64_t PalmtreeDistances::from(std::uint64_t position) {
  const std::uint64_t groups = shape_.groups;
  const std::vector<Landing> own = landingsOfRouter(position);
  Stretches reached;                              // groups that its links lead to
  std::map<std::uint64_t, Stretches> first, two;  // by position: over one global link, over two
  for (const Landing& landing : own)
    for (std::size_t i = 0; i < landing.count; ++i) {
      // Link l leads to the group l mod (groups - 1) + 1 before.
      const Stretch there{groups - 1 - landing.steps[i].last, groups - 1 - landing.steps[i].first};
      reached.push_back(there);
      first[landing.position].push_back(there);
      for (const Landing& next : landingsOfRouter(landing.position))
        for (std::size_t k = 0; k < next.count; ++k) {
          // All differences of the two, one after the other; `groups` more, so that none is below
          // 0.
          const std::uint64_t begin = there.first + groups - 1 - next.steps[k].last;
          const std::uint64_t end = there.last + groups - 1 - next.steps[k].first;
          Stretches& at = two[next.position];
          if (end - begin + 1 >= groups) {
            at.push_back({0, groups - 1});
          } else if (begin / groups == end / groups) {
            at.push_back({begin % groups, end % groups});
          } else {
            at.push_back({begin % groups, groups - 1});
            at.push_back({0, end % groups});
          }
        }
    }
  reached = united(std::move(reached));
  std::uint64_t near = shape_.a - 1;  // one link away
  for (auto& [there, some] : first) near += count(united(std::move(some)));
  std::uint64_t extra = 0;  // two links away, but not local then global
  for (const Stretch& each : reached)
    extra += shape_.a * (each.last - each.first + 1) -
             (landings_[each.last + 1] - landings_[each.first]);
  for (auto& [there, some] : two) {
    Stretches known = nearAt(there);
    known.insert(known.end(), reached.begin(), reached.end());
    known.push_back({0, 0});
    extra += countWithout(united(std::move(some)), united(std::move(known)));
  }
  const std::uint64_t all = shape_.a * groups - 1;
  const std::uint64_t within2 = shape_.a - 1 + landings_[groups] + extra;
  if (all > within2)
    diameter_ = 3;
  else if (within2 > near)
    diameter_ = std::max<std::uint64_t>(diameter_, 2);
  return near + 2 * (within2 - near) + 3 * (all - within2);
}

std::vector<PalmtreeDistances::Landing> PalmtreeDistances::landingsOf(std::uint64_t l,
                                                                      std::uint64_t end) const {
  std::vector<Landing> all;
  const std::uint64_t turn = shape_.groups - 1;
  while (l < end) {
    Landing landing;
    const std::uint64_t there = shape_.peerLink(0, l);
    landing.position = there / shape_.h;
    // The last ones of that router come first.
    const std::uint64_t stop = std::min(end, l + there % shape_.h + 1);
    const std::uint64_t from = l % turn, to = (stop - 1) % turn;
    if (stop - l >= turn)
      landing.steps[landing.count++] = {0, turn - 1};
    else if (from <= to)
      landing.steps[landing.count++] = {from, to};
    else
      landing.steps = {Stretch{from, turn - 1}, Stretch{0, to}}, landing.count = 2;
    all.push_back(landing);
    l = stop;
  }
  return all;
}

std::vector<PalmtreeDistances::Landing> PalmtreeDistances::landingsOfRouter(
    std::uint64_t position) const {
  const std::uint64_t first = position * shape_.h;
  return landingsOf(first, std::min(first + shape_.h, shape_.used()));
}

PalmtreeDistances::Stretches PalmtreeDistances::nearAt(std::uint64_t position) const {
  // The other ends of the links of such a router: links are numbered backwards there.
  Stretches groups;
  const std::uint64_t first = position * shape_.h;
  if (first >= shape_.used()) return groups;
  const std::uint64_t last = std::min(first + shape_.h, shape_.used()) - 1;
  for (const Landing& landing : landingsOf(shape_.used() - 1 - last, shape_.used() - first))
    for (std::size_t i = 0; i < landing.count; ++i)
      groups.push_back(
          {shape_.groups - 1 - landing.steps[i].last, shape_.groups - 1 - landing.steps[i].first});
  return united(std::move(groups));
}

PalmtreeDistances::Stretches PalmtreeDistances::united(Stretches some) {
  std::sort(some.begin(), some.end(),
            [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
  Stretches all;
  for (const Stretch& each : some)
    if (!all.empty() && each.first <= all.back().last + 1)
      all.back().last = std::max(all.back().last, each.last);
    else
      all.push_back(each);
  return all;
}

std::uint64_t PalmtreeDistances::countWithout(const Stretches& some, const Stretches& others) {
  std::uint64_t count = 0;
  for (const Stretch& each : some) {
    count += each.last - each.first + 1;
    for (const Stretch& other : others) {
      const std::uint64_t first = std::max(each.first, other.first);
      const std::uint64_t last = std::min(each.last, other.last);
      if (first <= last) count -= last - first + 1;
    }
  }
  return count;
}

}  // namespace hopscope::families
