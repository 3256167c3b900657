// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// One head that wants one output of its own router in this cycle.
struct Request {
  std::uint32_t input = kNone;   ///< flat port index, unique in the network
  std::uint32_t output = kNone;  ///< flat port index, of the same router
  PortIndex inputIndex = 0;      ///< port number in the router, for the arbiters
  PortIndex outputIndex = 0;
  VcIndex inputVc = 0;
  VcIndex outputVc = 0;

  bool operator==(const Request&) const = default;
};

/// Matches inputs to outputs, all routers of the network at once: routers do not meet, so one pass
/// over a flat list serves them all. Every input and every output wins at most one request a cycle.
/// Arbiters are round robin; a pointer moves past the winner only when the grant is used (iSLIP's
/// rule; McKeown 1999; Benito 2020, section 3).
class Allocator {
 public:
  virtual ~Allocator() = default;

  /// True: add every request of an input. False: only its first one is looked at.
  virtual bool wantsAllRequests() const = 0;

  /// Adds a request; those of one input follow each other, most wanted virtual channel first.
  void add(const Request& request) { requests_.push_back(request); }

  /// The winners of what was added since the last call, in an order that depends on it alone.
  virtual const std::vector<Request>& allocate() = 0;

 protected:
  explicit Allocator(std::uint32_t ports);

  std::vector<Request> requests_;
  std::vector<Request> winners_;
};

/// Separable, input first (Dally & Towles 2004, section 19.3): each input puts forward one request,
/// each output grants one. Further iterations let unmatched inputs put forward their next request
/// for an unmatched output. `radixOf[port]` is the port count of the port's router.
std::unique_ptr<Allocator> makeSeparableInputFirst(std::vector<PortIndex> radixOf,
                                                   std::uint32_t iterations);

/// iSLIP (McKeown, IEEE/ACM ToN 1999): every input requests every output it has a head for; outputs
/// grant, inputs accept; pointers move only on grants accepted in the first iteration.
std::unique_ptr<Allocator> makeIslip(std::vector<PortIndex> radixOf, std::uint32_t iterations);

}  // namespace hopscope
