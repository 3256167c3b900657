// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>

#include "ui/canvas/part_table.h"
#include "ui/document/design_document.h"

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTabBar;
class QTableView;
class QStackedWidget;

namespace hopscope {

class CanvasPane;

/// Tables of routers, terminals and channels beside the canvas. What is selected here is selected
/// there and the other way round; they can be sorted by any column and filtered by words.
class PartTables : public QWidget {
  Q_OBJECT

 public:
  explicit PartTables(CanvasPane& pane, QWidget* parent = nullptr);

  void documentShown();
  QTableView& view(PartTable::Kind kind);
  QLineEdit& filter() { return *filter_; }
  QTabBar& tabs() { return *tabs_; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Page {
    PartTable* model = nullptr;
    QSortFilterProxyModel* sorted = nullptr;
    QTableView* view = nullptr;
  };

  Page makePage(PartTable::Kind kind, const QString& name);
  Page& current();
  void refresh();
  void showHeat();
  void applyFilter();
  void showSelection();
  void takeSelection(const Page& page);
  void showCount();

  CanvasPane& pane_;
  QTabBar* tabs_;
  QLineEdit* filter_;
  QLabel* count_;
  QStackedWidget* stack_;
  std::array<Page, 3> pages_;
  bool syncing_ = false;  ///< one side follows the other
  QTimer heatTimer_, filterTimer_;
};

}  // namespace hopscope
