// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/appearance.h"

#include <QApplication>
#include <QSettings>
#include <QStyleFactory>

#include "ui/drawing/fonts.h"
#include "ui/shell/desktop_scheme.h"

namespace hopscope {

namespace {
const char* const kThemeKey = "appearance/theme";
}

Appearance::Appearance(QObject* parent) : QObject(parent), desktop_(new DesktopScheme(this)) {
  connect(desktop_, &DesktopScheme::changed, this, [this] {
    if (choice_ != Choice::system) return;
    apply();
    emit changed();
  });
  const QString stored = QSettings().value(QLatin1String(kThemeKey)).toString();
  choice_ = stored == QLatin1String("light")  ? Choice::light
            : stored == QLatin1String("dark") ? Choice::dark
                                              : Choice::system;
}

void Appearance::choose(Choice choice) {
  choice_ = choice;
  QSettings().setValue(QLatin1String(kThemeKey), choice == Choice::light ? QStringLiteral("light")
                                                 : choice == Choice::dark
                                                     ? QStringLiteral("dark")
                                                     : QStringLiteral("system"));
  apply();
  emit changed();
}

const Theme& Appearance::theme() const {
  const bool dark = choice_ == Choice::dark || (choice_ == Choice::system && desktop_->isDark());
  return dark ? Theme::dark() : Theme::light();
}

void Appearance::apply() {
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setFont(uiFont(12));
  QApplication::setPalette(theme().palette());
  qApp->setStyleSheet(theme().styleSheet());
}

}  // namespace hopscope
