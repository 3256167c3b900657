// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include "ui/studies/cluster_folder.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace hopscope {

/// What would be submitted, and what keeps it from that.
struct ClusterOffer {
  QString study;                ///< its name
  qint64 points = 0, runs = 0;  ///< `runs`: those that are missing
  QString folder;               ///< that the nodes must see
  bool again = false;  ///< it was submitted before: what has not finished is submitted again
  QString problem;     ///< why it cannot be; empty: it can
};

/// Asks how a study is handed to a cluster, and says what is submitted and what was refused.
class ClusterDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ClusterDialog(QWidget* parent = nullptr);

  void setOffer(const ClusterOffer& offer);
  void setAsk(const ClusterAsk& ask);
  ClusterAsk ask() const;
  /// The command that does the same without a window.
  void setCommand(const QString& command);
  /// It is being submitted; nothing can be changed meanwhile.
  void setBusy(bool busy);
  /// Why it was not submitted, in the words of who refused; empty: it was, and the dialog goes.
  void setOutcome(const QString& problem);

 signals:
  void submitRequested();
  void asked();  ///< something of ask() is another

 private:
  void showState();

  ClusterOffer offer_;
  QString refusal_;
  bool busy_ = false;
  QLabel* title_;
  QLabel* what_;
  QLabel* command_;
  QLabel* status_;
  QSpinBox* tasks_;
  QLineEdit* partition_;
  QLineEdit* time_;
  QLineEdit* more_;
  QPushButton* submit_;
};

}  // namespace hopscope
