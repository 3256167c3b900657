// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/switching/observation.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// What the inputs of a router asked of an allocator in one cycle, input by output: filled cells
/// were granted, outlined ones asked in vain; in them the virtual channels. Of large routers only
/// the ports that ask or are asked.
class AllocationMatrix : public QWidget {
  Q_OBJECT

 public:
  explicit AllocationMatrix(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setRequests(std::vector<AllocationRequest> requests, PortIndex ports);
  const std::vector<AllocationRequest>& requests() const { return requests_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  double cellSide() const;
  QRectF cellAt(std::size_t row, std::size_t column) const;

  const Theme* theme_;
  std::vector<AllocationRequest> requests_;
  std::vector<PortIndex> inputs_, outputs_;  ///< of the rows and columns
};

/// "Input 2, VC 1 asks for output 4: granted with VC 0."
QString allocationWords(const AllocationRequest& request);

}  // namespace hopscope
