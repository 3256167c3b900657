// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <cmath>
#include <random>
#include <utility>

#include "engine/topology/generator.h"
#include "engine/topology/placement.h"
#include "tests/support/networks.h"
#include "ui/drawing/fit_view.h"
#include "ui/drawing/matrix_painter.h"
#include "ui/drawing/network_painter.h"

/// Frames a second of the canvas at 1280 by 800 pixels while every tenth channel changes its
/// utilisation from frame to frame. `channels` counts those between routers. A mesh has short
/// links side by side; half of a Dragonfly's are long chords, the worst case.
namespace hopscope {
namespace {

const QSize kCanvas(1280, 800);
const QRectF kDevice(0, 0, 1280, 800);

Values meshOf(std::int64_t side) {
  return {{"dimensions", std::vector<std::int64_t>{side, side}},
          {"terminals_per_router", std::int64_t{1}}};
}

NetworkPicture pictureOf(const char* kind, const Values& parameters) {
  NetworkPicture picture;
  picture.topology = std::make_shared<const Topology>(test::network(kind, parameters));
  picture.placement = std::make_shared<const Placement>(place(*picture.topology));
  return picture;
}

/// A run's rates from frame to frame: most stay, one in ten jumps.
class Flicker {
 public:
  explicit Flicker(const Topology& topology) {
    heat_.channelUtilization.resize(topology.channelCount());
    for (float& busy : heat_.channelUtilization) busy = draw();
  }
  const NetworkHeat& next() {
    const std::size_t count = heat_.channelUtilization.size();
    for (std::size_t i = 0; i < count / 10; ++i)
      heat_.channelUtilization[static_cast<std::size_t>(draw() * float(count - 1))] = draw();
    return heat_;
  }

 private:
  float draw() { return uniform_(random_); }

  NetworkHeat heat_;
  std::mt19937 random_{1};
  std::uniform_real_distribution<float> uniform_{0, 1};
};

void countChannels(benchmark::State& state, const Topology& topology) {
  state.counters["channels"] = double(topology.channelCount()) - 2.0 * topology.terminalCount();
  state.counters["fps"] =
      benchmark::Counter(double(state.iterations()), benchmark::Counter::kIsRate);
}

enum class Motion { none, pan, zoom };

void frames(benchmark::State& state, const NetworkPicture& picture, Motion motion) {
  NetworkPainter painter(Theme::light());
  painter.setPicture(picture);
  Flicker flicker(*picture.topology);
  QImage screen(kCanvas, QImage::Format_RGB32);
  const QTransform fitted = fitView(painter.bounds(), kDevice, 24);
  int frame = 0;
  for (auto each : state) {
    static_cast<void>(each);
    painter.setHeat(flicker.next());
    QTransform view = fitted;
    const double phase = 0.1 * ++frame;
    if (motion == Motion::pan) view *= QTransform::fromTranslate(60 * std::sin(phase), 0);
    if (motion == Motion::zoom) {
      const double scale = std::pow(2.0, 1 + std::sin(phase));
      view = view * QTransform::fromTranslate(-640, -400) * QTransform::fromScale(scale, scale) *
             QTransform::fromTranslate(640, 400);
    }
    QPainter brush(&screen);
    painter.paint(brush, kDevice, view, motion != Motion::none);
  }
  countChannels(state, *picture.topology);
}

void heatOfMesh(benchmark::State& state) {
  frames(state, pictureOf("mesh", meshOf(state.range(0))), Motion::none);
}

void heatOfDragonfly(benchmark::State& state) {
  const std::int64_t h = state.range(0);
  frames(state, pictureOf("dragonfly", test::dragonflyOf(h, 2 * h, h)), Motion::none);
}

void panDragonfly(benchmark::State& state) {
  const std::int64_t h = state.range(0);
  frames(state, pictureOf("dragonfly", test::dragonflyOf(h, 2 * h, h)), Motion::pan);
}

void zoomDragonfly(benchmark::State& state) {
  const std::int64_t h = state.range(0);
  frames(state, pictureOf("dragonfly", test::dragonflyOf(h, 2 * h, h)), Motion::zoom);
}

void matrixOfDragonfly(benchmark::State& state) {
  const std::int64_t h = state.range(0);
  NetworkPicture picture = pictureOf("dragonfly", test::dragonflyOf(h, 2 * h, h));
  MatrixPainter painter(Theme::light());
  painter.setNetwork(picture.topology, *picture.placement);
  Flicker flicker(*picture.topology);
  QImage screen(kCanvas, QImage::Format_RGB32);
  const MatrixView view = painter.fitted(kDevice);
  for (auto each : state) {
    static_cast<void>(each);
    picture.heat = flicker.next();
    QPainter brush(&screen);
    painter.paint(brush, kDevice, view, picture, {});
  }
  countChannels(state, *picture.topology);
}

/// From nothing to the first picture: layout, geometry, bundles, painting.
void openDragonfly(benchmark::State& state) {
  const std::int64_t h = state.range(0);
  for (auto each : state) {
    static_cast<void>(each);
    NetworkPainter painter(Theme::light());
    painter.setPicture(pictureOf("dragonfly", test::dragonflyOf(h, 2 * h, h)));
    QImage screen(kCanvas, QImage::Format_RGB32);
    QPainter brush(&screen);
    painter.paint(brush, kDevice, fitView(painter.bounds(), kDevice, 24));
  }
}

// About 1,000, 10,000 and 50,000 channels between routers.
BENCHMARK(heatOfMesh)->Arg(16)->Arg(50)->Arg(112)->Unit(benchmark::kMillisecond);
BENCHMARK(heatOfDragonfly)->Arg(3)->Arg(5)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(panDragonfly)->Arg(3)->Arg(5)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(zoomDragonfly)->Arg(3)->Arg(5)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(matrixOfDragonfly)->Arg(3)->Arg(5)->Arg(8)->Unit(benchmark::kMillisecond);
// 16,512 and 262,656 terminals.
BENCHMARK(openDragonfly)->Arg(8)->Arg(16)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hopscope

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
