// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>
#include <vector>

#include "projects/project.h"
#include "ui/drawing/theme.h"
#include "ui/ranks/rank_chart.h"
#include "ui/studies/background_work.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTableWidget;
class QVBoxLayout;

namespace hopscope {

class MessagesCompared;
class TimeBars;

/// One application in several kept runs: their critical paths on one axis and in numbers, what
/// their ranks send each other, and, once the runs have been repeated for that, what these did, on
/// one axis of time. Where they have several applications in common, one of them is chosen.
class RanksCompared : public QWidget {
  Q_OBJECT

 public:
  explicit RanksCompared(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(std::vector<StoredRun> runs, const QStringList& names);
  /// Why there is nothing to compare; empty: there is.
  static QString whyNot(const std::vector<const StoredRun*>& runs);
  bool repeating() const { return work_.running(); }
  const std::vector<RankChart*>& charts() const { return charts_; }
  QTableWidget& table() const { return *table_; }
  MessagesCompared& messages() const { return *messages_; }

 private:
  struct Repeated {
    std::vector<std::shared_ptr<const RankObservation>> seen;
    QString problem;
  };

  /// An application that all runs have: its place in each.
  struct Common {
    QString name;
    std::vector<std::size_t> at;
    bool operator==(const Common&) const = default;
  };
  static std::vector<Common> commonOf(const std::vector<const StoredRun*>& runs);
  const ApplicationResult& applicationOf(std::size_t run) const;

  void fill();
  void fillChoice(std::vector<Common> common);
  void fillTable();
  void fillMessages();
  void repeat();
  void take(bool cancelled, const QString& failure);
  void follow(RankChart* chart);

  const Theme* theme_;
  std::vector<StoredRun> runs_;
  QStringList names_;
  std::shared_ptr<Repeated> pending_;
  std::vector<RankChart*> charts_;
  bool following_ = false;
  std::vector<Common> common_;
  QComboBox* application_;
  QStackedWidget* stack_;
  MessagesCompared* messages_;
  QLabel* status_;
  QPushButton* repeat_;
  QProgressBar* progress_;
  QWidget* timelines_;
  QVBoxLayout* rows_;
  TimeBars* bars_;
  QTableWidget* table_;
  BackgroundWork work_;  // the last, so that it has ended before the rest is gone
};

}  // namespace hopscope
