// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/allocator_settings.h"

namespace hopscope {

/// One requester that wants one resource of its own router in this cycle. In switch allocation they
/// are inputs and outputs of the crossbar, in virtual channel allocation virtual channels of input
/// and output ports; below, inputs and outputs in both cases.
struct Request {
  std::uint32_t input = kNone;   ///< flat index, unique in the network
  std::uint32_t output = kNone;  ///< flat index, of the same router
  PortIndex inputIndex = 0;      ///< number in the router, for the arbiters
  PortIndex outputIndex = 0;
  VcIndex inputVc = 0;        ///< the caller's own, and the candidate of InputChoice::asAdded
  VcIndex outputVc = 0;       ///< the caller's own
  std::uint8_t priority = 0;  ///< of the allocators that look at it, the higher wins

  bool operator==(const Request&) const = default;
};

/// Which inputs and outputs are one router's: router r has inputs [firstInput[r], firstInput[r +
/// 1]) and outputs likewise.
struct AllocatorShape {
  std::vector<std::uint32_t> firstInput, firstOutput;
  /// Where these are a part of a network: the numbers of its first input and output in the whole.
  /// Random arbiters draw by them, so that it does not matter how the network is cut.
  std::uint32_t offset = 0, outputOffset = 0;

  std::uint32_t routers() const { return static_cast<std::uint32_t>(firstInput.size()) - 1; }
  std::uint32_t inputs() const { return firstInput.back(); }
  std::uint32_t outputs() const { return firstOutput.back(); }
  std::uint32_t inputsAt(std::uint32_t router) const {
    return firstInput[router + 1] - firstInput[router];
  }
  std::uint32_t outputsAt(std::uint32_t router) const {
    return firstOutput[router + 1] - firstOutput[router];
  }
};

/// How an input of a separable allocator chooses among its own requests.
enum class InputChoice : std::uint8_t {
  asAdded,   ///< round robin: the first one added, the caller keeps the turn. Other arbiters choose
             ///< among `inputVc`
  byOutput,  ///< the arbiter chooses among outputs
};

/// Matches inputs to outputs, all routers of the network at once: routers do not meet, so one pass
/// over a flat list serves them all. Every input and every output wins at most one request a cycle.
/// Several requests of one input for one output count as one, the one added first.
class Allocator {
 public:
  virtual ~Allocator() = default;

  /// True: add every request of an input. False: only its first one is looked at.
  virtual bool wantsAllRequests() const { return true; }
  /// True: ages count, see the second `add`.
  bool wantsAges() const { return wantsAges_; }

  /// Adds a request; those of one input follow each other, most wanted virtual channel first.
  void add(const Request& request) { requests_.push_back(request); }
  /// The same of a packet generated at `birth`, for age arbiters.
  void add(const Request& request, std::uint32_t birth) {
    requests_.push_back(request);
    if (wantsAges_) births_.push_back(birth);
  }

  /// The winners of what was added since the last call, in an order that depends on it alone.
  virtual const std::vector<Request>& allocate() = 0;

 protected:
  /// Room for `requests` in one cycle.
  explicit Allocator(std::size_t requests, bool wantsAges = false);

  std::vector<Request> requests_;
  std::vector<std::uint32_t> births_;  ///< of the requests, where ages count
  std::vector<Request> winners_;

 private:
  bool wantsAges_;
};

/// - Separable, input first (Dally & Towles 2004, section 19.3): each input puts forward one
///   request, each output grants one. Further iterations let unmatched inputs put forward another
///   request for an unmatched output. Pointers move past the winner when the grant is used.
/// - Separable, output first: each output grants one request, each input accepts one.
/// - iSLIP (McKeown, IEEE/ACM ToN 1999): outputs grant, inputs accept, in turn; pointers move only
/// on
///   grants accepted in the first iteration.
/// - Wavefront (Tamir & Chi 1993): diagonals of the request matrix one after the other, beginning
///   with another one each cycle; the match is maximal.
/// - Maximum matching: as many pairs as there can be, by augmenting paths; nobody's turn counts.
std::unique_ptr<Allocator> makeAllocator(const AllocatorSettings& settings,
                                         const AllocatorShape& shape, InputChoice choice,
                                         std::uint64_t seed);

}  // namespace hopscope
