// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QElapsedTimer>
#include <functional>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/theme.h"
#include "ui/studies/background_work.h"

class QGridLayout;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace hopscope {

/// What the studies of several seeds of one design have in common: a form with the number of seeds,
/// work beside the window, progress, and results that can be written as numbers or a picture. What
/// is asked and how it is shown is said by those derived from it.
class SeedStudyDialog : public QDialog {
  Q_OBJECT

 public:
  /// Asked before a study begins: false keeps it from that, and has said why.
  void setGate(std::function<bool()> gate) { gate_ = std::move(gate); }
  virtual void setTheme(const Theme& theme);
  /// The design that the next study is of. What was typed stays until another `tag` comes.
  void setDesign(const Design& design, qint64 tag);
  bool running() const { return worker_.running(); }
  void start();
  void cancel();
  /// Drops what is shown: another project is open.
  void forget();
  /// Writes the numbers (csv) or the plots (png, svg, pdf; each after the first with a number in
  /// its name); a message where that fails.
  QString writeTo(const QString& file) const;

 signals:
  /// Words for the status bar while a study is computed; empty when it is over.
  void progressChanged(const QString& text);

 protected:
  /// `key` begins the names of its buttons, `words` say what the study is.
  SeedStudyDialog(const QString& key, const QString& title, const QString& words, QWidget* parent);

  /// A row of the form: its name and its field.
  void add(const QString& name, QWidget* field);
  void addSection(const QString& name);
  void addWide(QWidget* widget);
  QSpinBox* addNumber(const QString& name, const QString& objectName, int least, int most,
                      const QString& unit);
  /// The last rows of every form.
  void addRuns();
  PlotWidget* addPlot(const QString& accessibleName, const QString& empty);
  QHBoxLayout& plotRow() { return *plots_; }
  QWidget* resultSide() { return side_; }
  const Design& design() const { return design_; }
  unsigned threads() const;
  /// The form has changed: says what it comes to, or what is wrong with it.
  void showDesign();
  void look();

  /// Fills the form from design().
  virtual void fill() = 0;
  /// A sentence on what the form asks for; `wrong`: it cannot be computed so.
  virtual QString asked(bool& wrong) const = 0;
  /// The work, of `design` with the seeds that were asked for. Its result waits until take().
  virtual BackgroundWork::Work work(const Design& design) = 0;
  /// The work is over: its result is what is shown from now on.
  virtual void take() = 0;
  /// What it came to; issues that have errors: nothing.
  virtual const Issues& issues() const = 0;
  virtual void showResult() = 0;
  virtual void clear() = 0;
  virtual bool any() const = 0;
  virtual QString summary() const = 0;
  virtual std::string csv() const = 0;

  void keyPressEvent(QKeyEvent* event) override;

 private:
  void setRunning(bool running);
  void showProgress(double share);
  void finish(bool cancelled, const QString& failure);
  void askFile();

  QString title_, key_;
  std::function<bool()> gate_;
  BackgroundWork worker_;
  Design design_;
  static constexpr qint64 kNothingFilled = -1;
  qint64 tag_ = kNothingFilled,
         filledFor_ = kNothingFilled;  ///< of the latest design, and the form's
  bool forgetting_ = false;            ///< drop what the cancelled study still delivers
  QElapsedTimer clock_;
  QWidget* form_;
  QGridLayout* grid_;
  QWidget* side_;
  QHBoxLayout* plots_;
  std::vector<PlotWidget*> shown_;
  QSpinBox* seeds_ = nullptr;
  QSpinBox* jobs_ = nullptr;
  QLabel* of_;
  QLabel* note_ = nullptr;
  QLabel* status_;
  QProgressBar* progress_;
  QPushButton* export_;
  QPushButton* cancel_;
  QPushButton* start_;
};

}  // namespace hopscope
