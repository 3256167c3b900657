// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>
#include <optional>
#include <vector>

#include "engine/core/issue.h"
#include "ui/drawing/theme.h"

class QLabel;
class QToolButton;
class QHBoxLayout;
class QVBoxLayout;

namespace hopscope {

/// A button of a message: a verb and what it does. The message goes away with it.
struct MessageAction {
  QString verb;
  std::function<void()> act;
};

/// Lines over the drawing, or above another page, for what needs to be said without stopping the
/// work: an icon, a sentence, verbs. One line a key; a new message replaces the old one of its key.
/// Over the drawing, only the newest is shown, two lines of its words and a row of its verbs, with
/// what shows the rest.
class MessageBar : public QWidget {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Lies over something else, from which an outline sets it apart.
  void setFloating(bool floating);
  /// Shows all messages and all of their words, over the drawing too; a new message folds them.
  void unfold();
  void post(const QString& key, Severity severity, const QString& text,
            std::vector<MessageAction> actions = {});
  void clear(const QString& key);
  void clearAll();
  /// The text of the message with that key, or empty.
  QString textOf(const QString& key) const;

 signals:
  /// The message that had the keyboard's focus went away.
  void focusReleased();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Line {
    QString key;
    Severity severity;
    QFrame* frame;
    QLabel* icon;
    QLabel* text;
    QToolButton* rest;  ///< shows what is folded away
    QToolButton* close;
    QWidget* verbs;
    QHBoxLayout* row;
    QHBoxLayout* foot;  ///< below the words
    QString said;       ///< whole
    bool many;
    std::optional<bool> below;  ///< where verbs and rest stand
  };
  void paintLine(const Line& line) const;
  void arrange(Line& line) const;
  static void placeVerbs(Line& line, bool below);
  void fold();
  bool showVerbs(const Line& line, int row) const;
  bool foldInto(Line& line, bool folded, bool withRest) const;
  bool foldWords(Line& line, bool folded, int beside) const;

  const Theme* theme_;
  QVBoxLayout* column_;
  std::vector<Line> lines_;
  bool floating_ = false, unfolded_ = false;
};

}  // namespace hopscope
