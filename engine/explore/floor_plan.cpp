// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/floor_plan.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

constexpr int kPlaces = 256;
/// Of the sequence that fills three dimensions most evenly (Roberts 2018): powers of 1 / g, where
/// g^4 = g + 1.
constexpr double kSteps[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};

/// Place `i` along one of the dimensions, in [0, 1).
double evenly(int i, int dimension) {
  const double at = 0.5 + i * kSteps[dimension];
  return at - std::floor(at);
}

std::uint64_t among(double share, std::uint64_t count) {
  return std::min(count - 1, static_cast<std::uint64_t>(share * static_cast<double>(count)));
}

}  // namespace

void CableLengths::add(double count, double length, bool isOptical) {
  cables += count;
  metres += count * length;
  if (!isOptical) return;
  optical += count;
  opticalMetres += count * length;
}

FloorPlan::FloorPlan(const FloorSettings& settings, std::uint64_t routers, std::uint64_t perRouter,
                     std::uint64_t unit)
    : settings_(settings), unit_(std::max<std::uint64_t>(1, unit)), perUnit_(0) {
  std::uint64_t most = settings.rackRouters;
  if (settings.rackTerminals > 0 && perRouter > 0)
    most = std::min(most, settings.rackTerminals / perRouter);
  most = std::max<std::uint64_t>(1, most);
  const std::uint64_t units = (routers + unit_ - 1) / unit_;
  if (unit_ <= most) {
    unitsInRack_ = most / unit_;
    racks_ = (units + unitsInRack_ - 1) / unitsInRack_;
  } else {
    perUnit_ = (unit_ + most - 1) / most;
    routersInRack_ = (unit_ + perUnit_ - 1) / perUnit_;
    racks_ = units * perUnit_;
  }
  racks_ = std::max<std::uint64_t>(1, racks_);
  const double side =
      std::sqrt(static_cast<double>(racks_) * settings.rowDepth / settings.rackWidth);
  rowLength_ = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::lround(side)), 1, racks_);
}

std::uint64_t FloorPlan::rackOf(std::uint64_t router) const {
  if (perUnit_ == 0) return router / unit_ / unitsInRack_;
  return router / unit_ * perUnit_ + router % unit_ / routersInRack_;
}

double FloorPlan::length(std::uint64_t fromRouter, std::uint64_t toRouter) const {
  const std::uint64_t from = rackOf(fromRouter), to = rackOf(toRouter);
  if (from == to) return settings_.inRack;
  const auto apart = [](std::uint64_t a, std::uint64_t b) {
    return static_cast<double>(a > b ? a - b : b - a);
  };
  return settings_.overhead + apart(from % rowLength_, to % rowLength_) * settings_.rackWidth +
         apart(from / rowLength_, to / rowLength_) * settings_.rowDepth;
}

CableLengths FloorPlan::lengths(const CableRun& run) const {
  CableLengths lengths;
  int places = 0;
  CableLengths found;
  for (int i = 0; i < kPlaces; ++i) {
    const std::uint64_t block = among(evenly(i, 0), run.blocks);
    const std::uint64_t u = among(evenly(i, 1), run.from.size);
    std::uint64_t v = u;
    if (run.pairing != Pairing::alike) v = among(evenly(i, 2), run.to.size);
    if (run.pairing == Pairing::otherUnits && u / run.unit == v / run.unit) continue;
    const double metres =
        length(run.from.first + block * run.from.step + u, run.to.first + block * run.to.step + v);
    found.add(1, metres, isOptical(metres));
    ++places;
  }
  // Where no place is in another unit, there are two of them, side by side.
  if (places == 0) {
    const double metres = length(run.from.first, run.to.first + run.to.size - 1);
    found.add(1, metres, isOptical(metres));
    places = 1;
  }
  const double each = static_cast<double>(run.count) / places;
  lengths.cables = static_cast<double>(run.count);
  lengths.metres = found.metres * each;
  lengths.optical = found.optical * each;
  lengths.opticalMetres = found.opticalMetres * each;
  return lengths;
}

}  // namespace hopscope
