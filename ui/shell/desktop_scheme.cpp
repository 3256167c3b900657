// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/desktop_scheme.h"

#include <QApplication>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QPalette>
#include <utility>

namespace hopscope {

namespace {

const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kSpace = QStringLiteral("org.freedesktop.appearance");
const QString kSchemeKey = QStringLiteral("color-scheme");

/// Asked before this program set a palette of its own, which comes from no desktop.
bool beganDark() {
  static const bool dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  return dark;
}

}  // namespace

DesktopScheme::DesktopScheme(QObject* parent)
    : QObject(parent), bus_(QDBusConnection::sessionBus()) {
  static_cast<void>(beganDark());
  listenTo(bus_, QStringLiteral("org.freedesktop.portal.Desktop"));
}

bool DesktopScheme::isDark() const {
  return wish_ == Wish::none ? beganDark() : wish_ == Wish::dark;
}

void DesktopScheme::listenTo(const QDBusConnection& bus, const QString& service) {
  const auto* setting = SLOT(onSetting(QDBusMessage));
  const QString signal = QStringLiteral("SettingChanged");
  bus_.disconnect(service_, kPath, kInterface, signal, this, setting);
  bus_ = bus;
  service_ = service;
  if (!bus_.isConnected()) return;
  bus_.connect(service_, kPath, kInterface, signal, this, setting);
  QDBusMessage read =
      QDBusMessage::createMethodCall(service_, kPath, kInterface, QStringLiteral("Read"));
  read.setArguments({kSpace, kSchemeKey});
  // A desktop may have to start its portal first; nobody waits for that.
  auto* answer = new QDBusPendingCallWatcher(bus_.asyncCall(read), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
    const QDBusPendingReply<QDBusVariant> reply = *answer;
    if (reply.isValid()) take(reply.value().variant());
    answer->deleteLater();
  });
}

void DesktopScheme::onSetting(const QDBusMessage& message) {
  const QVariantList setting = message.arguments();  // space, key, value
  if (setting.size() == 3 && setting[0].toString() == kSpace && setting[1].toString() == kSchemeKey)
    take(setting[2]);
}

void DesktopScheme::take(const QVariant& value) {
  QVariant inner = value;  // portals wrap what they read once more
  while (inner.canConvert<QDBusVariant>()) inner = inner.value<QDBusVariant>().variant();
  const uint number = inner.toUInt();
  const bool before = isDark();
  wish_ = number == 1 ? Wish::dark : number == 2 ? Wish::light : Wish::none;
  if (isDark() != before) emit changed();
}

}  // namespace hopscope
