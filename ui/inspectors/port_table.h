// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/core/ids.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// One row of a router's ports.
struct PortRow {
  int port = 0;
  QString peer;
  float in = 0, out = 0;      ///< utilisation 0..1; NaN: no data
  std::vector<float> queues;  ///< fill per virtual channel, 0..1
  std::uint32_t waiting = 0;  ///< flits in all queues
  LinkId link = kNone;
};

/// The ports of one router: peer, utilisation in and out, queue fill.
class PortTable : public QWidget {
  Q_OBJECT

 public:
  explicit PortTable(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setRows(std::vector<PortRow> rows);
  const std::vector<PortRow>& rows() const { return rows_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void linkClicked(hopscope::LinkId link);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  const Theme* theme_;
  std::vector<PortRow> rows_;
};

}  // namespace hopscope
