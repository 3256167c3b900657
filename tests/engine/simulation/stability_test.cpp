// SPDX-License-Identifier: GPL-3.0-or-later
// Whether more is sent than arrives, judged stretch by stretch, from counts alone.
#include "engine/simulation/stability.h"

#include <gtest/gtest.h>

namespace hopscope {
namespace {

PacketBalance at(std::uint64_t tried, std::uint64_t arrived, std::uint64_t refused = 0) {
  return {.tried = tried,
          .refused = refused,
          .arrived = arrived,
          .underWay = tried - arrived - refused};
}

TEST(Stability, WhatArrivesAsItIsSentIsStable) {
  Stability stability;
  stability.begin(100, at(1'000, 900));
  EXPECT_FALSE(stability.saturated(at(101'000, 100'100)));  // 800 of 100,000 more under way
  stability.end(1'100, at(101'000, 100'100));
  EXPECT_FALSE(stability.saturated(at(101'000, 100'100)));
}

TEST(Stability, OnePercentThatGathersIsSaturated) {
  Stability stability;
  stability.begin(100, at(1'000, 900));
  EXPECT_TRUE(stability.saturated(at(101'000, 99'000)));
  stability.end(1'100, at(101'000, 99'000));
  EXPECT_TRUE(stability.saturated(at(101'000, 101'000))) << "what drains later changes nothing";
}

TEST(Stability, FewPacketsMayGatherByAccident) {
  Stability stability;
  stability.begin(100, at(0, 0));
  EXPECT_FALSE(stability.saturated(at(100, 75)));
  EXPECT_TRUE(stability.saturated(at(100, 65)));
}

TEST(Stability, WhatIsRefusedGathersThoughABacklogArrives) {
  Stability stability;
  stability.begin(100, at(50'000, 10'000));
  EXPECT_TRUE(stability.saturated(at(60'000, 48'000, 2'000)));
}

TEST(Stability, ADrainHidesNothing) {
  Stability stability;
  stability.begin(100, at(0, 0));
  stability.fallSilent(600, at(10'000, 8'000));
  stability.sendAgain(900, at(10'000, 10'000));
  stability.end(1'400, at(20'000, 20'000));
  EXPECT_TRUE(stability.saturated(at(20'000, 20'000)));
  EXPECT_EQ(stability.silentCycles(), 300U);
  EXPECT_FALSE(stability.endedSilent());
}

TEST(Stability, ANetworkFillsAgainAfterADrain) {
  Stability stability;
  stability.begin(100, at(10'000, 9'500));
  stability.fallSilent(600, at(20'000, 19'500));
  stability.sendAgain(900, at(20'000, 20'000));
  EXPECT_FALSE(stability.saturated(at(30'000, 29'500)));
  EXPECT_TRUE(stability.saturated(at(30'000, 29'100)));
}

TEST(Stability, WhatHadGatheredInTheWarmUpMayNotGatherAgain) {
  Stability stability;
  stability.fallSilent(50, at(10'000, 5'000));
  stability.sendAgain(90, at(10'000, 10'000));
  stability.begin(200, at(12'000, 11'900));
  EXPECT_TRUE(stability.saturated(at(22'000, 20'000)));
}

TEST(Stability, SilenceAtTheEndIsTold) {
  Stability stability;
  stability.fallSilent(50, at(1'000, 990));
  stability.begin(100, at(1'000, 1'000));
  stability.end(300, at(1'000, 1'000));
  EXPECT_FALSE(stability.saturated(at(1'000, 1'000)));
  EXPECT_EQ(stability.silentCycles(), 200U);
  EXPECT_TRUE(stability.endedSilent());
}

}  // namespace
}  // namespace hopscope
