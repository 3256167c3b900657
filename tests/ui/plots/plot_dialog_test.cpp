// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

PlotPicture risingPlot() {
  PlotPicture picture;
  picture.title = QStringLiteral("Latency");
  picture.xTitle = QStringLiteral("time (cycles)");
  picture.yTitle = QStringLiteral("latency (cycles)");
  PlotCurve curve;
  curve.name = QStringLiteral("mean");
  for (int i = 1; i <= 20; ++i) {
    curve.x.push_back(100 * i);
    curve.y.push_back(10 * i);
  }
  picture.curves.push_back(curve);
  picture.now = 500;
  return picture;
}

template <typename Widget>
Widget* named(QWidget& dialog, const char* name) {
  auto* found = dialog.findChild<Widget*>(QLatin1String(name));
  if (found == nullptr) qFatal("there is no %s", name);
  return found;
}

void typeInto(QLineEdit* field, const QString& text) {
  field->setFocus();
  field->selectAll();
  if (text.isEmpty()) QTest::keyClick(field, Qt::Key_Delete);
  QTest::keyClicks(field, text);
}

QImage shownIn(QWidget& dialog) {
  return named<QLabel>(dialog, "plotPreview")->pixmap().toImage();
}

/// Who is asked to open folders.
class FolderOpener : public QObject {
  Q_OBJECT

 public:
  QList<QUrl> opened;

 public slots:
  void open(const QUrl& url) { opened << url; }
};

}  // namespace

class PlotDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QCoreApplication::setOrganizationName(QStringLiteral("hopscope-test"));
    QCoreApplication::setApplicationName(QStringLiteral("plots"));
  }
  void cleanup() { QLocale::setDefault(QLocale::C); }

  void thePreviewFollowsWhatIsSet() {
    PlotDialog dialog(risingPlot());
    dialog.show();
    const QImage first = shownIn(dialog);
    QVERIFY(!first.isNull());
    typeInto(named<QLineEdit>(dialog, "plotFrom0"), QStringLiteral("500"));
    typeInto(named<QLineEdit>(dialog, "plotTo0"), QStringLiteral("1000"));
    QCOMPARE(dialog.edited().xMin, std::optional(500.0));
    QCOMPARE(dialog.edited().xMax, std::optional(1000.0));
    const QImage nearer = shownIn(dialog);
    QVERIFY(nearer != first);
    typeInto(named<QLineEdit>(dialog, "plotFrom0"), {});
    typeInto(named<QLineEdit>(dialog, "plotTo0"), {});
    QCOMPARE(dialog.edited().xMin, std::optional<double>());
    QVERIFY(shownIn(dialog) == first);
    named<QCheckBox>(dialog, "plotLog1")->setChecked(true);
    QVERIFY(dialog.edited().yLog && !dialog.edited().xLog);
    QVERIFY(shownIn(dialog) != first);
    named<QCheckBox>(dialog, "plotLog1")->setChecked(false);
    auto* legend = named<QComboBox>(dialog, "plotLegend");
    legend->setCurrentIndex(legend->findData(static_cast<int>(PlotLegend::bottomRight)));
    const QImage right = shownIn(dialog);
    legend->setCurrentIndex(legend->findData(static_cast<int>(PlotLegend::topLeft)));
    QVERIFY(shownIn(dialog) != right);
    legend->setCurrentIndex(legend->findData(static_cast<int>(PlotLegend::none)));
    QVERIFY(shownIn(dialog) != right);
    // The moment at which one looks is no part of what leaves.
    QVERIFY(!dialog.edited().now);
  }

  void whatAnAxisCantBeIsSaidAndKeepsFromWriting() {
    PlotDialog dialog(risingPlot());
    dialog.show();
    auto* message = named<QLabel>(dialog, "plotMessage");
    auto* save = named<QPushButton>(dialog, "plotSave");
    auto* from = named<QLineEdit>(dialog, "plotFrom1");
    auto* to = named<QLineEdit>(dialog, "plotTo1");
    typeInto(from, QStringLiteral("abc"));
    QVERIFY(message->text().contains(QStringLiteral("abc")));
    QVERIFY(from->property("invalid").toBool());
    QVERIFY(!save->isEnabled());
    typeInto(from, QStringLiteral("50"));
    QVERIFY(save->isEnabled() && message->text().isEmpty());
    typeInto(to, QStringLiteral("50"));
    QVERIFY(!save->isEnabled() && to->property("invalid").toBool());
    typeInto(to, QStringLiteral("200"));
    QVERIFY(save->isEnabled());
    named<QCheckBox>(dialog, "plotLog1")->setChecked(true);
    typeInto(from, QStringLiteral("0"));
    QVERIFY(!save->isEnabled());
    QVERIFY(message->text().contains(QStringLiteral("above 0")));
  }

  void aLogarithmicPlotCanBeWrittenAtOnce() {
    PlotPicture picture = risingPlot();
    picture.xMin = picture.yMin = 0;
    picture.xMax = 1000;
    picture.yLog = true;
    PlotDialog dialog(picture);
    dialog.show();
    auto* save = named<QPushButton>(dialog, "plotSave");
    QVERIFY(save->isEnabled());
    QVERIFY(!shownIn(dialog).isNull());
    QCOMPARE(dialog.edited().yMin, std::optional<double>());
    QCOMPARE(dialog.edited().xMin, std::optional(0.0));
    // The other axis becomes logarithmic, and linear again with the ends that it had.
    auto* log = named<QCheckBox>(dialog, "plotLog0");
    log->setChecked(true);
    QVERIFY(save->isEnabled());
    QCOMPARE(dialog.edited().xMin, std::optional<double>());
    QCOMPARE(dialog.edited().xMax, std::optional(1000.0));
    log->setChecked(false);
    QCOMPARE(dialog.edited().xMin, std::optional(0.0));
    named<QCheckBox>(dialog, "plotLog1")->setChecked(false);
    QCOMPARE(dialog.edited().yMin, std::optional(0.0));
  }

  void numbersMayBeWrittenAsHereOrAsInFiles() {
    QLocale::setDefault(QLocale(QLocale::German));
    PlotPicture picture = risingPlot();
    picture.xMax = 25'216;
    PlotDialog dialog(picture);
    QCOMPARE(dialog.edited().xMax, std::optional(25'216.0));
    dialog.show();
    typeInto(named<QLineEdit>(dialog, "plotFrom1"), QStringLiteral("0,5"));
    QCOMPARE(dialog.edited().yMin, std::optional(0.5));
    typeInto(named<QLineEdit>(dialog, "plotFrom1"), QStringLiteral("0.5"));
    QCOMPARE(dialog.edited().yMin, std::optional(0.5));
  }

  void theClipboardHasPictureAndSvg() {
    PlotDialog dialog(risingPlot());
    dialog.show();
    QTest::mouseClick(named<QPushButton>(dialog, "plotCopy"), Qt::LeftButton);
    const QMimeData* content = QApplication::clipboard()->mimeData();
    QVERIFY(content->hasImage());
    QVERIFY(content->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    QVERIFY(!named<QLabel>(dialog, "plotMessage")->text().isEmpty());
  }

  void aRightClickOnAPlotLeadsToIt() {
    PlotWidget plot;
    offerPlotDialog(plot);
    plot.resize(400, 300);
    plot.setPicture(risingPlot());
    plot.show();
    bool asked = false, offered = false;
    QTimer::singleShot(100, this, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr) return;
      offered = true;
      QTimer::singleShot(200, this, [&] {
        auto* dialog = qobject_cast<PlotDialog*>(QApplication::activeModalWidget());
        asked = dialog != nullptr;
        if (asked) dialog->reject();
      });
      QTest::keyClick(menu, Qt::Key_Down);
      QTest::keyClick(menu, Qt::Key_Return);
    });
    // As the window system sends it: to what lies under the pointer.
    QWidget* under = plot.childAt(200, 200);
    QVERIFY(under != nullptr);
    QContextMenuEvent click(QContextMenuEvent::Mouse, under->mapFrom(&plot, QPoint(200, 200)),
                            plot.mapToGlobal(QPoint(200, 200)));
    QApplication::sendEvent(under, &click);
    QVERIFY(offered);
    QVERIFY(asked);
  }

  void itIsWrittenAsShownAndItsFolderOpens() {
    const QTemporaryDir folder;
    QSettings().setValue(QStringLiteral("export/folder"), folder.path());
    PlotDialog dialog(risingPlot());
    dialog.show();
    auto* open = named<QPushButton>(dialog, "plotOpenFolder");
    QVERIFY(!open->isVisible());
    const QString file = QDir(folder.path()).filePath(QStringLiteral("latency.svg"));
    QTimer::singleShot(200, this, [&] {
      auto* asked = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (asked == nullptr) qFatal("nobody asks for a file");
      auto* name = asked->findChild<QLineEdit*>();
      name->setText(file);
      QTest::keyClick(name, Qt::Key_Return);
    });
    QTest::mouseClick(named<QPushButton>(dialog, "plotSave"), Qt::LeftButton);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), plotSvg(dialog.edited(), dialog.paper()));
    QVERIFY(open->isVisible());
    FolderOpener opener;
    QDesktopServices::setUrlHandler(QStringLiteral("file"), &opener, "open");
    QTest::mouseClick(open, Qt::LeftButton);
    QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
    QCOMPARE(opener.opened, QList<QUrl>{QUrl::fromLocalFile(QFileInfo(file).absolutePath())});
    // What is changed after that is not what was written.
    typeInto(named<QLineEdit>(dialog, "plotFrom0"), QStringLiteral("3"));
    QVERIFY(!open->isVisible());
  }

  /// The ending is that of the files asked for, and what has that name is not lost unasked.
  void aNameWithoutAnEndingGetsOne() {
    const QTemporaryDir folder;
    QSettings().setValue(QStringLiteral("export/folder"), folder.path());
    const QString name = QDir(folder.path()).filePath(QStringLiteral("mine"));
    const QString path = name + QStringLiteral(".svg");
    PlotDialog dialog(risingPlot());
    dialog.show();
    bool asked = false;
    const auto save = [&](QMessageBox::StandardButton answer) {
      asked = false;
      QTimer::singleShot(200, this, [&, answer] {
        auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (files == nullptr) qFatal("nobody asks for a file");
        files->selectNameFilter(QStringLiteral("SVG (*.svg)"));
        QTimer::singleShot(200, this, [&, answer] {
          auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
          if (question == nullptr) return;
          asked = true;
          question->button(answer)->click();
        });
        auto* field = files->findChild<QLineEdit*>();
        field->setText(name);
        QTest::keyClick(field, Qt::Key_Return);
      });
      QTest::mouseClick(named<QPushButton>(dialog, "plotSave"), Qt::LeftButton);
      QTest::qWait(300);
    };
    save(QMessageBox::No);
    QVERIFY(!asked);
    QVERIFY(QFileInfo::exists(path));
    QFile older(path);
    QVERIFY(older.open(QIODevice::WriteOnly));
    older.write("older");
    older.close();
    save(QMessageBox::No);
    QVERIFY(asked);
    QCOMPARE(QFileInfo(path).size(), qint64{5});
    save(QMessageBox::Yes);
    QVERIFY(asked);
    QVERIFY(QFileInfo(path).size() > 100);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("mine.svg")});
  }
};

HOPSCOPE_TEST(PlotDialogTest)

#include "plot_dialog_test.moc"
