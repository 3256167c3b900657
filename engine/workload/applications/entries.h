// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/declare.h"
#include "engine/workload/application.h"
#include "engine/workload/collective.h"

/// The registry entries, and what applications are written with.
namespace hopscope::application {

ApplicationEntry pingPong();
ApplicationEntry collectiveLoop();
ApplicationEntry halo();
ApplicationEntry sweep();
ApplicationEntry embarrassinglyParallel();
ApplicationEntry integerSort();
ApplicationEntry fourierTransform();
ApplicationEntry conjugateGradient();
ApplicationEntry multigrid();
ApplicationEntry lowerUpper();
ApplicationEntry blockTridiagonal();
ApplicationEntry scalarPentadiagonal();
ApplicationEntry dataTraffic();
ApplicationEntry matrixProduct();
ApplicationEntry graph500();
ApplicationEntry training();
ApplicationEntry commandFile();

/// A program given as a function of rank and block.
class FunctionProgram final : public Program {
 public:
  using Block = std::function<bool(std::uint32_t rank, std::uint64_t block, Operations& out)>;
  FunctionProgram(std::uint32_t ranks, Block block) : ranks_(ranks), block_(std::move(block)) {}

  std::uint32_t ranks() const override { return ranks_; }
  bool block(std::uint32_t rank, std::uint64_t block, Operations& out) const override {
    return block_(rank, block, out);
  }

 private:
  std::uint32_t ranks_;
  Block block_;
};

inline std::shared_ptr<const Program> programOf(std::uint32_t ranks, FunctionProgram::Block block) {
  return std::make_shared<FunctionProgram>(ranks, std::move(block));
}

/// More ranks than this do not run.
inline constexpr double kMostRanks = 1 << 20;

Parameter ranksParameter(std::int64_t fallback, double least = 1);
Parameter bytesParameter(const char* label, std::int64_t fallback, const char* help);
Parameter countParameter(const char* name, const char* label, std::int64_t fallback, double least,
                         double most, const char* help);
/// The problem sizes of the NAS Parallel Benchmarks.
Parameter classParameter(const char* fallback = "A");

std::uint32_t ranksOf(const Values& values);
std::uint64_t countOf(const Values& values, const char* name);

/// An issue about the number of ranks.
Issue wrongRanks(Sentence text, Sentence remedy);
/// For codes whose ranks are a square.
Issues checkSquare(const Values& values);
/// For codes whose ranks are a power of two.
Issues checkPower(const Values& values);

/// Two factors of a power of two, as even as can be, the first at least the second.
std::pair<std::uint32_t, std::uint32_t> twoFactors(std::uint32_t ranks);

/// A class of problem of a benchmark.
template <typename Size>
const Size& sizeOf(const Values& values, const std::vector<std::pair<std::string, Size>>& sizes) {
  const std::string& name = textAt(values, "class");
  for (const auto& [each, size] : sizes)
    if (each == name) return size;
  return sizes.front().second;
}

}  // namespace hopscope::application
