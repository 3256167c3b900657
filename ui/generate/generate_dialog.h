// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <vector>

#include "engine/design/design.h"
#include "engine/topology/generator.h"
#include "ui/drawing/theme.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace hopscope {

class BalanceNote;
class FactsTable;
class NetworkPreview;
class ParameterForm;
class ValueField;

/// Chooses a family and its parameters, with a live preview and the computed facts. Everything it
/// offers comes from the registry of generators.
class GenerateDialog : public QDialog {
  Q_OBJECT

 public:
  /// `present` is the open design: its settings carry over, and where it is a generated network
  /// the dialog opens with its family and parameters.
  GenerateDialog(const Design& present, const Theme& theme, QWidget* parent = nullptr);
  ~GenerateDialog() override;

  /// The generated design; call it after the dialog was accepted.
  Design result() const;
  /// The user asked to add the network beside the open one instead of replacing it.
  bool insertsBeside() const { return insertsBeside_; }
  /// "Generate Dragonfly", for the undo stack.
  QString stepName() const;

 private:
  void filter(const QString& text);
  void chooseFamily(const Generator& generator);
  void buildDesignFields();
  void read();
  void showFacts(const Values& parameters);
  void showRelatives();
  void showPreview();
  void proveLater();
  void showVerdict(bool checking, bool isFree, const QString& sentence);
  void setReady(const QString& problem);
  Values extraSettings() const;

  const Theme& theme_;
  Design present_;
  const Generator* generator_ = nullptr;
  Values parameters_;  ///< the last set without errors
  bool parametersFit_ = false;
  bool insertsBeside_ = false;
  int proof_ = 0;  ///< the latest proof asked for; answers to earlier ones are dropped

  QLineEdit* filter_ = nullptr;
  QListWidget* families_ = nullptr;
  QLabel* title_ = nullptr;
  QLabel* help_ = nullptr;
  ParameterForm* form_ = nullptr;
  QWidget* designFields_ = nullptr;
  std::vector<ValueField*> extras_;
  QVBoxLayout* formColumn_ = nullptr;
  QLabel* verdictIcon_ = nullptr;
  QLabel* verdict_ = nullptr;
  NetworkPreview* preview_ = nullptr;
  FactsTable* facts_ = nullptr;
  BalanceNote* balance_ = nullptr;
  QLabel* status_ = nullptr;
  QPushButton* insert_ = nullptr;
  QPushButton* generate_ = nullptr;
  QTimer previewTimer_, proofTimer_;
};

}  // namespace hopscope
