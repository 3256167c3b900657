// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QScrollArea>
#include <QTimer>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/shell/health_check.h"

class QVBoxLayout;

namespace hopscope {

/// What can be said of the design before it runs: problems with "Show me", and what was checked.
class HealthPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit HealthPanel(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(const HealthReport& report);
  /// Another network is being examined: nothing of the last one is left.
  void wait();
  const HealthReport& report() const { return report_; }

 signals:
  void showMe(const hopscope::Finding& finding);
  void fix(const hopscope::Remedy& remedy);
  void tryIt(const hopscope::Remedy& remedy);

 private:
  void rebuild();

  const Theme* theme_;
  HealthReport report_;
  bool waiting_ = false;
  QWidget* content_;
  QVBoxLayout* column_;
};

/// Counts and distances of the network.
class FactsPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit FactsPanel(QWidget* parent = nullptr);

  void show(const TopologyFacts& facts);

 private:
  QWidget* content_;
};

/// Watches one document at a time and examines it in the background a moment after each edit; the
/// newest answer wins.
class HealthWatcher : public QObject {
  Q_OBJECT

 public:
  explicit HealthWatcher(QObject* parent = nullptr);
  ~HealthWatcher() override;

  void setDocument(DesignDocument* document);
  /// Where the results of the newest run of exactly that design come from.
  using LastRun = std::function<std::optional<Results>(const Design& design)>;
  void setLastRun(LastRun lastRun) { lastRun_ = std::move(lastRun); }
  void checkSoon();
  void checkNow();

 signals:
  /// The design has changed, and what was known of it may be wrong: `network` where it is another
  /// network, else of its settings. checked() follows.
  void outdated(bool network);
  void checked(const hopscope::HealthReport& report);

 private:
  QPointer<DesignDocument> document_;
  LastRun lastRun_;
  QTimer timer_;
  int asked_ = 0;
  std::stop_source latest_;  ///< of the latest question
};

}  // namespace hopscope
