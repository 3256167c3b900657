// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/drawing/network_painter.h"

namespace hopscope {

/// A picture of a network that is not there yet, with the legend of its link classes below.
class NetworkPreview : public QWidget {
  Q_OBJECT

 public:
  explicit NetworkPreview(const Theme& theme, QWidget* parent = nullptr);

  void showNetwork(std::shared_ptr<const Topology> topology,
                   std::shared_ptr<const Placement> placement);
  /// Words instead of a picture.
  void showNote(const QString& note);
  bool isPicture() const { return note_.isEmpty(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme& theme_;
  NetworkPainter painter_;
  QString note_;
};

}  // namespace hopscope
