// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/desktop_scheme.h"

#include <QApplication>
#include <QDBusContext>
#include <QDBusServer>
#include <QDBusVariant>
#include <QPalette>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/shell/appearance.h"

namespace hopscope {

using test::openWindow;
using test::Sandbox;

/// A settings portal as desktops have it, on a connection of its own.
class FakePortal : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

 public:
  FakePortal() {
    server_.setAnonymousAuthenticationAllowed(true);
    connect(&server_, &QDBusServer::newConnection, this, [this](const QDBusConnection& client) {
      QDBusConnection bus = client;
      bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), this,
                         QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
      ++clients_;
    });
  }
  ~FakePortal() override { QDBusConnection::disconnectFromPeer(kName); }
  FakePortal(const FakePortal&) = delete;
  FakePortal& operator=(const FakePortal&) = delete;

  /// Makes the window's scheme listen to this portal.
  void serve(MainWindow& window) {
    const QDBusConnection bus = QDBusConnection::connectToPeer(server_.address(), kName);
    QTRY_COMPARE(clients_, 1);
    window.findChild<DesktopScheme*>()->listenTo(bus, {});
  }
  void set(uint scheme) {
    scheme_ = scheme;
    emit SettingChanged(QStringLiteral("org.freedesktop.appearance"),
                        QStringLiteral("color-scheme"), QDBusVariant(scheme));
  }
  void setAnother(uint value) {
    emit SettingChanged(QStringLiteral("org.freedesktop.appearance"),
                        QStringLiteral("accent-color"), QDBusVariant(value));
  }
  int reads() const { return reads_; }

 public slots:  // NOLINT(readability-redundant-access-specifiers)
  QDBusVariant Read(const QString& space, const QString& key) {
    ++reads_;
    const bool known = space == QStringLiteral("org.freedesktop.appearance") &&
                       key == QStringLiteral("color-scheme");
    return QDBusVariant(QVariant::fromValue(QDBusVariant(known ? scheme_ : 99)));
  }

 signals:
  void SettingChanged(const QString& space, const QString& key, const QDBusVariant& value);

 private:
  inline static const QString kName = QStringLiteral("desktop-scheme-test");
  QDBusServer server_;
  uint scheme_ = 1;
  int clients_ = 0, reads_ = 0;
};

namespace {

bool showsDark(MainWindow& window) {
  const QImage canvas = window.canvasPane().canvas().grab().toImage();
  const bool dark = canvas.pixelColor(canvas.width() - 3, 3) == Theme::dark().color(Tone::canvas);
  const bool palette = qApp->palette().color(QPalette::Window) == Theme::dark().color(Tone::panel);
  return dark && palette;
}

bool showsLight(MainWindow& window) {
  const QImage canvas = window.canvasPane().canvas().grab().toImage();
  const bool light = canvas.pixelColor(canvas.width() - 3, 3) == Theme::light().color(Tone::canvas);
  const bool palette = qApp->palette().color(QPalette::Window) == Theme::light().color(Tone::panel);
  return light && palette;
}

}  // namespace

class DesktopSchemeTest : public QObject {
  Q_OBJECT

 private slots:
  void theWindowFollowsTheDesktop() {
    const Sandbox sandbox;
    const auto window = openWindow();
    window->findChild<Appearance*>()->choose(Appearance::Choice::system);
    test::openExample(*window, QStringLiteral("mesh-transpose"));
    FakePortal portal;
    portal.serve(*window);
    QTRY_VERIFY(showsDark(*window));  // as it is read
    portal.set(2);
    QTRY_VERIFY(showsLight(*window));
    portal.set(1);
    QTRY_VERIFY(showsDark(*window));
    portal.setAnother(2);  // another setting of the same desktop
    QTest::qWait(50);
    QVERIFY(showsDark(*window));
    portal.set(0);  // no preference: as the program began
    QTRY_VERIFY(showsLight(*window));
  }

  void aThemeOfOnesOwnStays() {
    const Sandbox sandbox;
    const auto window = openWindow();
    auto* appearance = window->findChild<Appearance*>();
    test::openExample(*window, QStringLiteral("mesh-transpose"));
    appearance->choose(Appearance::Choice::light);
    FakePortal portal;
    portal.serve(*window);
    QTRY_COMPARE(portal.reads(), 1);
    portal.set(1);
    auto* scheme = window->findChild<DesktopScheme*>();
    QTRY_VERIFY(scheme->isDark());
    QVERIFY(showsLight(*window));
    appearance->choose(Appearance::Choice::system);
    QVERIFY(showsDark(*window));
    appearance->choose(Appearance::Choice::light);
  }
};

}  // namespace hopscope

using hopscope::DesktopSchemeTest;
HOPSCOPE_TEST(DesktopSchemeTest)
#include "desktop_scheme_test.moc"
