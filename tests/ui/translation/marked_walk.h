// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTranslator>
#include <memory>
#include <set>
#include <string>

class QObject;
class QWidget;

namespace hopscope::test {

/// A translator that puts every text it is asked for into brackets: what stands on the screen
/// without them can't be translated. It is installed as long as it lives.
class Brackets final : public QTranslator {
 public:
  Brackets();
  ~Brackets() override;
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*, int) const override;

  mutable std::set<std::string> engine;  ///< words of the engine that were asked for
};

/// Collects the texts of screens that are not, or not wholly, in brackets.
class Walk {
 public:
  Walk();
  ~Walk();
  /// All widgets and actions of a window; `screen` names it in what is found.
  void all(QWidget& root, const QString& screen);

  const QStringList& found() const { return found_; }
  int seen() const { return seen_; }

 private:
  class Exceptions;
  void take(const QObject* where, const QString& text);
  void look(const QWidget* widget);

  std::unique_ptr<Exceptions> exceptions_;
  QString screen_;
  QStringList found_;
  int seen_ = 0;
};

/// Words the engine may ask for: of its registry, and the patterns of its sentences.
std::set<std::string> knownWords();

}  // namespace hopscope::test
