// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QObject>
#include <QString>

namespace hopscope {

/// Whether the desktop wants dark windows, now and whenever that changes: Qt 6.4 does not tell, the
/// desktop's settings portal (org.freedesktop.appearance) does. Where there is none, or it has no
/// preference, the palette that the program began with decides.
class DesktopScheme : public QObject {
  Q_OBJECT

 public:
  explicit DesktopScheme(QObject* parent = nullptr);

  bool isDark() const;
  /// Listens to the portal there instead of that of the session; tests have their own.
  void listenTo(const QDBusConnection& bus, const QString& service);

 signals:
  void changed();

 protected slots:
  /// The whole message: QtDBus 6.4 refuses to connect a slot with a variant of its own.
  void onSetting(const QDBusMessage& message);

 private:
  enum class Wish { none, dark, light };  // as the portal counts them

  void take(const QVariant& value);

  QDBusConnection bus_;
  QString service_;
  Wish wish_ = Wish::none;
};

}  // namespace hopscope
