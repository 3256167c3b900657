// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/drawing/packet_swatches.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// What the colours of packets mean, in a corner of the canvas: where the bar below has no room.
class PacketKey : public QWidget {
  Q_OBJECT

 public:
  explicit PacketKey(QWidget& canvas);

  /// Nothing to say: it hides.
  void say(std::vector<PacketSwatch> swatches, const Theme& theme);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arrange();

  QWidget& canvas_;
  const Theme* theme_;
  std::vector<PacketSwatch> swatches_;
  std::vector<std::vector<PacketSwatch>> rows_;
};

}  // namespace hopscope
