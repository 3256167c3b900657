// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/parameter.h"
#include "engine/simulation/traffic_class_names.h"
#include "engine/traffic/traffic_mix.h"
#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

class PropertyGroups;
class PropertyRow;

/// Edits the classes of a traffic mix: each has a name, a pattern with its settings, a share of the
/// load and, where packets may differ, a size. They can be added and removed.
class MixEditor : public QWidget {
  Q_OBJECT

 public:
  /// `parameter`: of type classes; its maximum is the longest packet that a class may ask for.
  explicit MixEditor(const Parameter& parameter, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// The classes whose packets may be on the canvas, in the order of their colours. A class that is
  /// not among them has the colour of its place in the mix.
  void setClasses(const ClassNames& classes);
  /// Shows a mix; no signal is sent.
  void setText(const std::string& text);
  const std::string& text() const { return text_; }

  /// What is wrong with single settings is said below their fields.
  void showIssues(const Issues& issues);
  /// Whether a finding at that place is said there.
  bool shows(const std::string& path) const;

 signals:
  void changed();  ///< by the user: text() is another one

 private:
  /// One setting of one class; `key` as in a document: "share", "pattern.offset".
  struct Entry {
    std::size_t part;
    std::string key;
    PropertyRow* row;
  };

  std::string placeOf(std::size_t part) const;
  std::vector<std::vector<Parameter>> shown() const;
  Value valueOf(const Entry& entry) const;
  /// Why what the field holds is not taken; empty: it is.
  QString refusal(const Entry& entry) const;
  void showFindings();
  void refresh();
  void rebuild(const std::vector<std::vector<Parameter>>& parameters);
  void showColors();
  void apply(const Entry& entry);
  void add();
  void remove(std::size_t part);
  void take();

  Parameter parameter_;
  const Theme* theme_;
  std::string text_;
  std::vector<MixPart> parts_;
  Issues issues_;
  std::vector<Entry> entries_;
  ClassNames classes_;
  std::vector<QLabel*> marks_;   ///< per class: its colour on the canvas
  std::vector<QLabel*> shares_;  ///< per class: of the whole load
  PropertyGroups* groups_;
};

}  // namespace hopscope
