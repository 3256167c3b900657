// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QObject>
#include <QString>
#include <vector>

namespace hopscope {

/// What the user prefers besides theme and keys; kept in the settings.
class Preferences : public QObject {
  Q_OBJECT

 public:
  static constexpr int kLeastAutosave = 5, kMostAutosave = 600;

  explicit Preferences(QObject* parent = nullptr);

  /// Whose way of writing numbers is used on the screen: a name such as "de_DE", or empty for the
  /// desktop's. Files are not concerned.
  QString numbers() const { return numbers_; }
  void setNumbers(const QString& locale);
  /// Runs begin slowly enough to see single packets, unless a speed was set for them.
  bool slowStart() const { return slowStart_; }
  void setSlowStart(bool on);
  bool strongContrast() const { return strongContrast_; }
  void setStrongContrast(bool on);
  /// Seconds between two moments at which the recovery copy is made durable.
  int autosaveSeconds() const { return autosaveSeconds_; }
  void setAutosaveSeconds(int seconds);

 signals:
  void changed();

 private:
  void apply() const;

  QString numbers_;
  bool strongContrast_ = false, slowStart_ = true;
  int autosaveSeconds_ = 30;
};

/// The ways of writing numbers to choose from, with an example of each.
struct NumberStyle {
  QString locale;  ///< as in Preferences::numbers()
  QString label;   ///< "42,180.5 (English)"
};
std::vector<NumberStyle> numberStyles();

}  // namespace hopscope
