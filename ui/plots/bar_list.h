// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/core/ids.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// One bar of a list.
struct HotChannel {
  ChannelId channel = kNone;
  QString name;
  float utilization = 0;  ///< 0..1

  bool operator==(const HotChannel&) const = default;
};

/// The hottest channels as bars with names and shares; a click or Enter selects one.
class BarList : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::size_t kMost = 24;

  explicit BarList(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// The hottest first; as many are shown as there is room for.
  void setBars(std::vector<HotChannel> bars);
  const std::vector<HotChannel>& bars() const { return bars_; }
  int rowHeight() const { return kRow; }

 signals:
  void channelClicked(hopscope::ChannelId channel);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  static constexpr int kRow = 24;
  std::size_t shown() const;

  const Theme* theme_;
  std::vector<HotChannel> bars_;
  std::size_t current_ = 0;
};

}  // namespace hopscope
