// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <QWidget>

#include "ui/drawing/theme.h"

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace hopscope {

/// Whether a section shows what is in it.
enum class Fold { open, closed };

/// A part of a panel under a bold head that folds it; it remembers whether it is open.
class PanelSection : public QWidget {
  Q_OBJECT

 public:
  /// `key` names the section in the user's settings; `first`: how it is until the user says
  /// otherwise.
  PanelSection(const QString& title, const QString& key, QWidget* parent = nullptr,
               Fold first = Fold::open);

  void setTheme(const Theme& theme);
  /// Quiet words at the right of the head.
  void setNote(const QString& note);
  /// A control at the right of the head.
  void addToHead(QWidget* widget);
  void add(QWidget* widget);
  bool isOpen() const { return open_; }
  void setOpen(bool open);

 signals:
  void opened();

 private:
  void updateChevron();

  const Theme* theme_;
  QString key_;
  bool open_ = true;
  QToolButton* head_;
  QLabel* note_;
  QHBoxLayout* headRow_;
  QWidget* body_;
  QVBoxLayout* column_;
};

}  // namespace hopscope
