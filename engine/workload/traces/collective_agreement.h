// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/issue.h"
#include "engine/workload/operation.h"

namespace hopscope {

/// Whether the ranks of a group take part in the same collectives one after the other, as MPI asks
/// of them (4.0, 6.14). Each of their calls is noted as it is read, in the order of its rank.
class CollectiveAgreement {
 public:
  /// What all of them have to say alike.
  struct Call {
    std::string_view name;       ///< which lives as long
    std::uint64_t bytes = 0;     ///< 0 where ranks may have different sizes, or none
    std::uint32_t root = kNone;  ///< kNone: it has none

    bool operator==(const Call&) const = default;
  };

  /// `place`: where it stands, for TracePlaces::pathOf.
  void note(std::uint32_t rank, const Call& call, std::uint64_t place);

  /// The first collective in which they differ, or which some of them leave out; nothing where they
  /// agree. `members`: the ranks of the group, ascending.
  Issues check(const std::vector<std::uint32_t>& members,
               std::string (*pathOf)(std::uint32_t rank, std::uint64_t place)) const;

 private:
  struct Said {
    Call call;
    std::uint64_t place = 0;
    std::uint32_t rank = 0;
  };
  struct Different {
    std::size_t number = 0;  ///< of the collective
    Said said;
  };

  std::vector<Said> first_;           ///< of each collective, whoever came there first
  std::vector<std::size_t> reached_;  ///< per rank, how many it takes part in like those
  std::vector<bool> differs_;         ///< per rank: no more of it is looked at
  std::vector<Different> different_;
};

/// The same of ranks whose operations are there, group by group; paths are "rank 3".
Issues checkCollectives(const std::vector<Operations>& ranks);

}  // namespace hopscope
