// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "ui/widgets/labels.h"
#include "ui/widgets/outcome_row.h"
#include "ui/widgets/step_buttons.h"

namespace hopscope {

namespace {

constexpr int kPreviewWidth = 520, kPreviewHeight = 360;  // pixels
const char* const kFolderKey = "export/folder";
/// Of a field: what it had before its axis was logarithmic.
const char* const kLeftOut = "leftOut";

/// A number as people here write it, or as files do.
std::optional<double> numberIn(const QString& text) {
  bool good = false;
  QLocale file = QLocale::c();
  file.setNumberOptions(QLocale::RejectGroupSeparator);
  double value = file.toDouble(text.trimmed(), &good);
  if (!good) value = QLocale().toDouble(text.trimmed(), &good);
  return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Without separators of thousands: elsewhere one of them is the point.
QString fieldText(std::optional<double> value) {
  QLocale here;
  here.setNumberOptions(QLocale::OmitGroupSeparator);
  return value ? here.toString(*value, 'g', 10) : QString();
}

/// That of the files which the dialog was asked to write.
QString endingOf(const QString& filter) {
  const QString ending = filter.section(QStringLiteral("*."), 1).section(QLatin1Char(')'), 0, 0);
  return ending.isEmpty() ? QStringLiteral("pdf") : ending;
}

bool hasCurve(const PlotPicture& picture) {
  for (const PlotCurve& curve : picture.curves)
    if (!curve.x.empty()) return true;
  return false;
}

/// The context menu of a plot, also where what it is drawn on keeps its events to itself.
class MenuOpener final : public QObject {
 public:
  explicit MenuOpener(PlotWidget& plot) : QObject(&plot), plot_(plot) {}

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::ContextMenu || !hasCurve(plot_.picture()))
      return QObject::eventFilter(watched, event);
    QMenu menu(&plot_);
    QAction* edit = menu.addAction(PlotDialog::tr("Export this plot…"));
    if (menu.exec(static_cast<QContextMenuEvent*>(event)->globalPos()) == edit)
      openPlotDialog(plot_);
    return true;
  }

 private:
  PlotWidget& plot_;
};

}  // namespace

PlotDialog::PlotDialog(PlotPicture picture, QWidget* parent)
    : QDialog(parent), picture_(std::move(picture)), preview_(new QLabel(this)) {
  setObjectName(QStringLiteral("plotDialog"));
  setWindowTitle(tr("Export a plot"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  column->addWidget(makeLabel(TextRole::title, picture_.title, this));
  preview_->setObjectName(QStringLiteral("plotPreview"));
  preview_->setAccessibleName(tr("The plot as it will be written"));
  preview_->setFixedSize(kPreviewWidth, kPreviewHeight);
  preview_->setAlignment(Qt::AlignCenter);
  preview_->setAutoFillBackground(true);
  // It is paper, whatever the theme.
  QPalette paper = preview_->palette();
  paper.setColor(QPalette::Window, Theme::light().color(Tone::base));
  preview_->setPalette(paper);
  column->addWidget(preview_, 0, Qt::AlignHCenter);

  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(8);
  grid->setColumnStretch(5, 1);
  column->addLayout(grid);
  addEnds(grid, 0, picture_.xTitle, xFrom_, xTo_, xLog_);
  addEnds(grid, 1, picture_.yTitle, yFrom_, yTo_, yLog_);
  for (const auto& [field, value] :
       {std::pair(xFrom_, picture_.xMin), std::pair(xTo_, picture_.xMax),
        std::pair(yFrom_, picture_.yMin), std::pair(yTo_, picture_.yMax)})
    field->setText(fieldText(value));
  xLog_->setChecked(picture_.xLog);
  yLog_->setChecked(picture_.yLog);

  const auto choice = [&](int row, const QString& name, const char* id) {
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(id));
    box->setAccessibleName(name);
    auto* label = makeLabel(TextRole::label, name, this);
    label->setBuddy(box);
    grid->addWidget(label, row, 0);
    grid->addWidget(box, row, 1, 1, 3);
    connect(box, &QComboBox::currentIndexChanged, this, &PlotDialog::refresh);
    return box;
  };
  legend_ = choice(2, tr("Legend"), "plotLegend");
  for (const auto& [place, words] : {std::pair(PlotLegend::emptiest, tr("Emptiest place")),
                                     std::pair(PlotLegend::topLeft, tr("Top left")),
                                     std::pair(PlotLegend::topRight, tr("Top right")),
                                     std::pair(PlotLegend::bottomLeft, tr("Bottom left")),
                                     std::pair(PlotLegend::bottomRight, tr("Bottom right")),
                                     std::pair(PlotLegend::none, tr("None"))})
    legend_->addItem(words, static_cast<int>(place));
  width_ = choice(3, tr("Width"), "plotWidth");
  width_->addItem(tr("85 mm, one column"), 85.0);
  width_->addItem(tr("178 mm, two columns"), 178.0);

  outcome_ = new OutcomeRow(QStringLiteral("plotMessage"), QStringLiteral("plotOpenFolder"), this);
  column->addWidget(outcome_);

  auto* foot = new QHBoxLayout;
  foot->addStretch();
  auto* close = new QPushButton(tr("Close"), this);
  copy_ = new QPushButton(tr("Copy"), this);
  copy_->setObjectName(QStringLiteral("plotCopy"));
  copy_->setToolTip(tr("To the clipboard, as a picture and as SVG"));
  save_ = new QPushButton(tr("Save as…"), this);
  save_->setObjectName(QStringLiteral("plotSave"));
  save_->setProperty("primary", true);
  save_->setFont(fontOf(TextRole::bold));
  for (QPushButton* each : {close, copy_, save_}) {
    each->setAutoDefault(false);
    foot->addWidget(each);
  }
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  connect(copy_, &QPushButton::clicked, this, &PlotDialog::copy);
  connect(save_, &QPushButton::clicked, this, &PlotDialog::save);
  column->addLayout(foot);
  layout()->setSizeConstraint(QLayout::SetFixedSize);
  refresh();
}

void PlotDialog::addEnds(QGridLayout* grid, int row, const QString& axis, QLineEdit*& from,
                         QLineEdit*& to, QCheckBox*& log) {
  const auto field = [&](const QString& name, const char* id) {
    auto* edit = new QLineEdit(this);
    edit->setObjectName(QLatin1String(id) + QString::number(row));
    edit->setAccessibleName(tr("%1, %2").arg(axis, name));
    edit->setPlaceholderText(tr("automatic"));
    edit->setFixedWidth(104);
    connect(edit, &QLineEdit::textChanged, this, &PlotDialog::refresh);
    return edit;
  };
  grid->addWidget(makeLabel(TextRole::label, axis, this), row, 0);
  from = field(tr("from"), "plotFrom");
  to = field(tr("to"), "plotTo");
  log = new QCheckBox(tr("Logarithmic"), this);
  log->setObjectName(QStringLiteral("plotLog%1").arg(row));
  log->setAccessibleName(tr("%1, logarithmic").arg(axis));
  // Ends that a logarithmic axis has not are left out while it is one.
  connect(log, &QCheckBox::toggled, this, [from, to](bool on) {
    for (QLineEdit* each : {from, to}) {
      const std::optional<double> value = numberIn(each->text());
      if (!on && each->text().isEmpty()) each->setText(each->property(kLeftOut).toString());
      const bool leavesOut = on && value && *value <= 0;
      each->setProperty(kLeftOut, leavesOut ? each->text() : QString());
      if (leavesOut) each->clear();
    }
  });
  connect(log, &QCheckBox::toggled, this, &PlotDialog::refresh);
  grid->addWidget(from, row, 1);
  grid->addWidget(makeLabel(TextRole::label, tr("to"), this), row, 2);
  grid->addWidget(to, row, 3);
  grid->addWidget(log, row, 4);
}

PlotPicture PlotDialog::edited() const {
  PlotPicture picture = picture_;
  picture.now.reset();  // it is no moment of what is written
  picture.xMin = numberIn(xFrom_->text());
  picture.xMax = numberIn(xTo_->text());
  picture.yMin = numberIn(yFrom_->text());
  picture.yMax = numberIn(yTo_->text());
  picture.xLog = xLog_->isChecked();
  picture.yLog = yLog_->isChecked();
  return picture;
}

PlotPaper PlotDialog::paper() const {
  return {width_->currentData().toDouble(),
          static_cast<PlotLegend>(legend_->currentData().toInt())};
}

void PlotDialog::refresh() {
  if (save_ == nullptr || width_->currentIndex() < 0) return;  // still being made
  QString wrong;
  const auto judge = [&](QLineEdit* from, QLineEdit* to, bool log) {
    const auto low = numberIn(from->text()), high = numberIn(to->text());
    for (const auto& [field, value] : {std::pair(from, low), std::pair(to, high)}) {
      QString problem;
      if (!value && !field->text().trimmed().isEmpty())
        problem = tr("“%1” is no number.").arg(field->text());
      else if (value && log && *value <= 0)
        problem = tr("A logarithmic axis begins above 0.");
      else if (field == to && low && high && *low >= *high)
        problem = tr("An axis ends above where it begins.");
      setStyleProperty(field, "invalid", !problem.isEmpty());
      if (wrong.isEmpty()) wrong = problem;
    }
  };
  judge(xFrom_, xTo_, xLog_->isChecked());
  judge(yFrom_, yTo_, yLog_->isChecked());
  for (QPushButton* each : {copy_, save_}) each->setEnabled(wrong.isEmpty());
  outcome_->setFolder({});
  outcome_->say(wrong, "bad");
  if (!wrong.isEmpty()) return;
  const double ratio = devicePixelRatioF();
  QPixmap shown =
      QPixmap::fromImage(plotImage(edited(), paper())
                             .scaled((QSizeF(preview_->size() - QSize(16, 16)) * ratio).toSize(),
                                     Qt::KeepAspectRatio, Qt::SmoothTransformation));
  shown.setDevicePixelRatio(ratio);
  preview_->setPixmap(shown);
}

void PlotDialog::copy() {
  auto* content = new QMimeData;
  content->setImageData(plotImage(edited(), paper()));
  content->setData(QStringLiteral("image/svg+xml"), plotSvg(edited(), paper()));
  QGuiApplication::clipboard()->setMimeData(content);
  outcome_->setFolder({});
  outcome_->say(tr("The plot is on the clipboard."), "ok");
}

void PlotDialog::save() {
  QString name = picture_.title.isEmpty() ? QStringLiteral("plot") : picture_.title.toLower();
  for (QChar& each : name)
    if (!each.isLetterOrNumber()) each = QLatin1Char('-');
  const QString folder = QSettings().value(QLatin1String(kFolderKey), QDir::homePath()).toString();
  QString filter;
  QString file = QFileDialog::getSaveFileName(this, tr("Save the plot"),
                                              QDir(folder).filePath(name + QStringLiteral(".pdf")),
                                              tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"), &filter);
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty()) {
    file += QLatin1Char('.') + endingOf(filter);
    // The dialog asked about the name without it.
    if (QFileInfo::exists(file) &&
        QMessageBox::question(this, tr("Save the plot"),
                              tr("There is a file %1 already. Shall the plot replace it?")
                                  .arg(QFileInfo(file).fileName())) != QMessageBox::Yes)
      return;
  }
  QString problem;
  if (!exportPlot(edited(), file, paper(), &problem)) {
    outcome_->say(problem, "bad");
    return;
  }
  QSettings().setValue(QLatin1String(kFolderKey), QFileInfo(file).absolutePath());
  outcome_->say(tr("Written: %1.").arg(QFileInfo(file).fileName()), "ok");
  outcome_->setFolder(QFileInfo(file).absolutePath());
}

void openPlotDialog(PlotWidget& plot) {
  if (!hasCurve(plot.picture())) return;
  PlotDialog dialog(plot.picture(), plot.window());
  dialog.exec();
}

void offerPlotDialog(PlotWidget& plot) {
  auto* opener = new MenuOpener(plot);
  plot.installEventFilter(opener);
  for (QWidget* each : plot.findChildren<QWidget*>()) each->installEventFilter(opener);
}

}  // namespace hopscope
