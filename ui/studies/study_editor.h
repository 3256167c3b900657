// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <string>
#include <vector>

#include "engine/study/study.h"
#include "ui/drawing/theme.h"

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QVBoxLayout;

namespace hopscope {

class AxisRow;

/// Edits a study's document: its axes and seeds in fields, all of it as text. Both are the same
/// JSON that the command line reads; what one does not know, the other keeps.
class StudyEditor : public QWidget {
  Q_OBJECT

 public:
  explicit StudyEditor(QWidget* parent = nullptr);
  ~StudyEditor() override;

  void setTheme(const Theme& theme);
  /// A document that can be read as JSON; designs in it, none named by file.
  void setDocument(const std::string& document) { setDocument(document, nullptr); }
  /// One without errors that was read already.
  void setRead(const ParsedStudy& study) { setDocument(study.document, &study); }
  /// As it was read last: with its issues.
  const ParsedStudy& parsed() const { return *parsed_; }
  bool isEmpty() const;
  /// Takes one more design into the study.
  void addDesign(const Design& design);
  /// Fields that are still being typed in are taken at once.
  void settle();
  /// Whether a design is open that can be added.
  void setDesignOffered(bool offered);
  /// While a study runs, nothing of it changes.
  void setLocked(bool locked);

 signals:
  void changed();  ///< parsed() is another one
  void designWanted();

 private:
  struct Document;
  QWidget* makeForm();
  void showDocument();
  void showText();
  void showDesigns();
  void showAxes();
  void take();
  void takeNow();
  void takeText();
  void setDocument(const std::string& document, const ParsedStudy* read);
  void parse();
  void say();
  void enableFields();

  const Theme* theme_;
  std::unique_ptr<Document> document_;
  std::unique_ptr<ParsedStudy> parsed_;
  std::vector<AxisRow*> axes_;
  bool filling_ = false, offered_ = false, locked_ = false;
  QTimer soon_;
  QStackedWidget* stack_;
  QLineEdit* name_;
  QVBoxLayout* designs_;
  QVBoxLayout* axisColumn_;
  QPushButton* addDesign_;
  QPushButton* addAxis_;
  QSpinBox* seeds_;
  QCheckBox* until_;
  QDoubleSpinBox* interval_;
  QSpinBox* most_;
  QCheckBox* rising_;
  QPlainTextEdit* text_;
  QPushButton* asText_;
  QLabel* problem_;
};

}  // namespace hopscope
