// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preferences.h"

#include <QSettings>
#include <algorithm>

#include "ui/drawing/heat_scale.h"

namespace hopscope {

namespace {
const char* const kNumbers = "preferences/numbers";
const char* const kContrast = "preferences/strongContrast";
const char* const kSlowStart = "preferences/slowStart";
const char* const kAutosave = "preferences/autosaveSeconds";
}  // namespace

Preferences::Preferences(QObject* parent) : QObject(parent) {
  const QSettings settings;
  numbers_ = settings.value(QLatin1String(kNumbers)).toString();
  strongContrast_ = settings.value(QLatin1String(kContrast), false).toBool();
  slowStart_ = settings.value(QLatin1String(kSlowStart), true).toBool();
  autosaveSeconds_ = std::clamp(settings.value(QLatin1String(kAutosave), 30).toInt(),
                                kLeastAutosave, kMostAutosave);
  apply();
}

void Preferences::apply() const {
  QLocale::setDefault(numbers_.isEmpty() ? QLocale::system() : QLocale(numbers_));
  HeatScale::setStrongContrast(strongContrast_);
}

void Preferences::setNumbers(const QString& locale) {
  if (locale == numbers_) return;
  numbers_ = locale;
  QSettings().setValue(QLatin1String(kNumbers), locale);
  apply();
  emit changed();
}

void Preferences::setStrongContrast(bool on) {
  if (on == strongContrast_) return;
  strongContrast_ = on;
  QSettings().setValue(QLatin1String(kContrast), on);
  apply();
  emit changed();
}

void Preferences::setSlowStart(bool on) {
  if (on == slowStart_) return;
  slowStart_ = on;
  QSettings().setValue(QLatin1String(kSlowStart), on);
  emit changed();
}

void Preferences::setAutosaveSeconds(int seconds) {
  seconds = std::clamp(seconds, kLeastAutosave, kMostAutosave);
  if (seconds == autosaveSeconds_) return;
  autosaveSeconds_ = seconds;
  QSettings().setValue(QLatin1String(kAutosave), seconds);
  emit changed();
}

std::vector<NumberStyle> numberStyles() {
  const auto example = [](const QLocale& locale) { return locale.toString(42180.5, 'f', 1); };
  std::vector<NumberStyle> styles{
      {{}, QObject::tr("%1, as the desktop").arg(example(QLocale::system()))}};
  const auto add = [&](const char* name, const QString& words) {
    styles.push_back({QLatin1String(name),
                      QObject::tr("%1, %2").arg(example(QLocale(QLatin1String(name))), words)});
  };
  add("en_US", QObject::tr("English"));
  add("de_DE", QObject::tr("German"));
  add("fr_FR", QObject::tr("French"));
  add("de_CH", QObject::tr("Swiss"));
  return styles;
}

}  // namespace hopscope
