// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QVBoxLayout>
#include <array>

#include "ui/shell/export_plots.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/widgets/outcome_row.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
const char* const kExportFolderKey = "export/folder";
constexpr qsizetype kMostNamed = 10;  // files that would be replaced

QString formatOf(QCheckBox* wanted, QComboBox* format) {
  return wanted->isChecked() && wanted->isEnabled() ? format->currentText().toLower() : QString();
}
}  // namespace

ExportDialog::ExportDialog(ExportContent content, QWidget* parent)
    : QDialog(parent), content_(std::move(content)) {
  setObjectName(QStringLiteral("exportDialog"));
  setWindowTitle(tr("Export"));
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 16, 0, 16);
  whole->setSpacing(12);
  auto* head = makeLabel(TextRole::title, tr("Export “%1”").arg(content_.name), this);
  head->setContentsMargins(16, 0, 16, 0);
  whole->addWidget(head);
  whole->addWidget(makeRule(this));
  auto* body = new QWidget(this);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(16, 0, 16, 0);
  column->setSpacing(12);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(10);
  grid->setColumnStretch(0, 1);
  column->addLayout(grid);
  const bool network = content_.picture.topology && content_.picture.topology->routerCount() > 0;
  const bool plotted = (content_.run && content_.results) || !content_.curve.empty();
  const bool run = content_.results.has_value() || !content_.curve.empty();
  const QString first = tr("Run the design first, or open a kept run.");
  picture_ = addPart(grid, "picture", tr("Picture of the network"), tr("as on the canvas, whole"),
                     {QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF")}, network,
                     tr("The canvas is empty."));
  picture_.option = new QComboBox(this);
  for (const int scale : {1, 2, 4, 8}) picture_.option->addItem(tr("%1 ×").arg(scale), scale);
  picture_.option->addItem(tr("Width"), 0);
  picture_.option->setObjectName(QStringLiteral("exportScale"));
  picture_.option->setCurrentIndex(1);
  picture_.option->setAccessibleName(tr("Scale of the picture"));
  picture_.option->setFixedWidth(88);
  grid->addWidget(picture_.option, 0, 2);
  width_ = new WholeBox(this);
  width_->setObjectName(QStringLiteral("exportWidth"));
  width_->setAccessibleName(tr("Width of the picture"));
  width_->setRange(200, 30'000);
  width_->setValue(1920);
  width_->setSuffix(QChar(0x00a0) + unitText("px"));
  width_->setGroupSeparatorShown(true);
  width_->setVisible(false);
  grid->addWidget(width_, 1, 1, 1, 2);
  const bool recorded = network && content_.recording && !content_.recording->empty();
  animation_ = addPart(grid, "animation", tr("Recording, animated"),
                       tr("WebP: one file that browsers play; PNG: a file of each moment; at most "
                          "%1 moments")
                           .arg(kMostFrames),
                       {QStringLiteral("WebP"), QStringLiteral("PNG")}, recorded,
                       content_.results ? tr("This run was not recorded.") : first);
  animation_.option = new QComboBox(this);
  for (const int rate : {5, 10, 25}) animation_.option->addItem(tr("%1 /s").arg(rate), rate);
  animation_.option->setCurrentIndex(1);
  animation_.option->setAccessibleName(tr("Frames a second"));
  animation_.option->setFixedWidth(88);
  grid->addWidget(animation_.option, 2, 2);
  plots_ = addPart(grid, "plots", tr("Plots"), tr("for paper: white, legend inside"),
                   {QStringLiteral("PDF"), QStringLiteral("SVG"), QStringLiteral("PNG")}, plotted,
                   first);
  plots_.option = new QComboBox(this);
  for (const int width : {85, 178})
    plots_.option->addItem(withUnit(QString::number(width), "mm"), width);
  plots_.option->setAccessibleName(tr("Width of the plots"));
  plots_.option->setFixedWidth(88);
  grid->addWidget(plots_.option, 4, 2);
  grid->addWidget(makePlotChoices(), 6, 0, 1, 3);
  data_ = addPart(grid, "data", tr("Data"), tr("numbers over time and of the curve"),
                  {QStringLiteral("CSV"), QStringLiteral("JSON")}, run, first);
  report_ = addPart(
      grid, "report", tr("Report"), tr("picture, facts, settings, results, plots, provenance"),
      {QStringLiteral("HTML"), QStringLiteral("PDF")}, content_.results.has_value(), first);
  connect(picture_.format, &QComboBox::currentTextChanged, this, &ExportDialog::showSizes);
  connect(picture_.option, &QComboBox::currentIndexChanged, this, &ExportDialog::showSizes);
  connect(animation_.format, &QComboBox::currentTextChanged, this, &ExportDialog::showSizes);

  auto* look = new QHBoxLayout;
  look->setSpacing(12);
  look->addWidget(makeLabel(TextRole::label, tr("Colours of pictures"), this));
  theme_ = new QComboBox(this);
  theme_->setObjectName(QStringLiteral("exportTheme"));
  theme_->setAccessibleName(tr("Colours of pictures"));
  theme_->addItems({tr("As on the screen"), tr("Light"), tr("Dark")});
  look->addWidget(theme_);
  look->addStretch();
  column->addLayout(look);
  column->addLayout(makePartChoices());
  if (recorded) askForColours();
  column->addWidget(makeRule(this));
  auto* place = new QGridLayout;
  place->setHorizontalSpacing(12);
  place->setVerticalSpacing(8);
  folder_ = new QLineEdit(this);
  folder_->setObjectName(QStringLiteral("exportFolder"));
  folder_->setText(QSettings().value(QLatin1String(kExportFolderKey), QDir::homePath()).toString());
  folder_->setMinimumWidth(300);
  base_ = new QLineEdit(fileNameFor(content_.name), this);
  base_->setObjectName(QStringLiteral("exportName"));
  auto* choose = new QPushButton(tr("Choose…"), this);
  auto* folderLabel = makeLabel(TextRole::label, tr("Folder"), this);
  folderLabel->setBuddy(folder_);
  auto* baseLabel = makeLabel(TextRole::label, tr("Names begin with"), this);
  baseLabel->setBuddy(base_);
  place->addWidget(folderLabel, 0, 0);
  place->addWidget(folder_, 0, 1);
  place->addWidget(choose, 0, 2);
  place->addWidget(baseLabel, 1, 0);
  place->addWidget(base_, 1, 1);
  column->addLayout(place);
  QScrollArea* scroll = fittedScroll(body, this);
  whole->addWidget(scroll, 1);
  result_ =
      new OutcomeRow(QStringLiteral("exportMessage"), QStringLiteral("exportOpenFolder"), this);
  result_->setMinimumHeight(32);
  result_->setContentsMargins(16, 0, 16, 0);
  whole->addWidget(result_);

  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(16, 0, 16, 0);
  foot->setSpacing(8);
  foot->addStretch();
  auto* close = new QPushButton(tr("Close"), this);
  export_ = new QPushButton(tr("Export"), this);
  export_->setObjectName(QStringLiteral("exportButton"));
  export_->setProperty("primary", true);
  export_->setDefault(true);
  foot->addWidget(close);
  foot->addWidget(export_);
  whole->addLayout(foot);
  connect(choose, &QPushButton::clicked, this, &ExportDialog::chooseFolder);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(export_, &QPushButton::clicked, this, &ExportDialog::write);
  connect(base_, &QLineEdit::textChanged, this, &ExportDialog::updateButton);
  connect(folder_, &QLineEdit::textChanged, this, &ExportDialog::updateButton);
  picture_.wanted->setChecked(network);
  updateButton();
  openUnscrolled(*scroll, *this);
}

ExportDialog::Part ExportDialog::addPart(QGridLayout* grid, const char* name, const QString& title,
                                         const QString& text, const QStringList& formats,
                                         bool possible, const QString& why) {
  const int row =
      grid->rowCount() == 1 && grid->itemAtPosition(0, 0) == nullptr ? 0 : grid->rowCount();
  Part part{};
  part.wanted = new QCheckBox(title, this);
  part.wanted->setObjectName(QStringLiteral("export:") + QLatin1String(name));
  part.wanted->setEnabled(possible);
  part.format = new QComboBox(this);
  part.format->setObjectName(QStringLiteral("exportFormat:") + QLatin1String(name));
  part.format->setAccessibleName(tr("Format: %1").arg(title));
  part.format->addItems(formats);
  part.format->setEnabled(possible);
  part.format->setFixedWidth(88);
  part.words = makeLabel(TextRole::hint, possible ? text : why, this);
  part.words->setContentsMargins(22, 0, 0, 0);
  grid->addWidget(part.wanted, row, 0);
  grid->addWidget(part.format, row, 1);
  grid->addWidget(part.words, row + 1, 0, 1, 3);
  connect(part.wanted, &QCheckBox::toggled, this, &ExportDialog::updateButton);
  return part;
}

QWidget* ExportDialog::makePlotChoices() {
  auto* area = new QWidget(this);
  auto* grid = new QGridLayout(area);
  grid->setContentsMargins(22, 0, 0, 0);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(4);
  constexpr int kColumns = 3;
  int place = 0;
  for (const ExportPlot& plot : exportPlots(content_)) {
    auto* box = new QCheckBox(plot.name.isEmpty() ? plot.picture.title : plot.name, area);
    box->setObjectName(QStringLiteral("exportPlot:") + plot.file);
    box->setChecked(plot.usual);
    connect(box, &QCheckBox::toggled, this, &ExportDialog::updateButton);
    grid->addWidget(box, place / kColumns, place % kColumns);
    plotBoxes_.emplace_back(box, plot.file);
    ++place;
  }
  // They keep their room: nothing moves under the pointer that ticks their box.
  area->setEnabled(false);
  connect(plots_.wanted, &QCheckBox::toggled, area, &QWidget::setEnabled);
  return area;
}

QLayout* ExportDialog::makePartChoices() {
  struct Choice {
    const char* name;
    QString text;
    bool PictureParts::*part;
  };
  const std::array<Choice, 6> choices{{{"legend", tr("Legend"), &PictureParts::legend},
                                       {"names", tr("Names"), &PictureParts::names},
                                       {"notes", tr("Notes"), &PictureParts::notes},
                                       {"run", tr("Colours of the run"), &PictureParts::run},
                                       {"packets", tr("Packets"), &PictureParts::packets},
                                       {"selection", tr("Selection"), &PictureParts::selection}}};
  auto* row = new QHBoxLayout;
  row->setSpacing(12);
  row->addWidget(makeLabel(TextRole::label, tr("They show"), this));
  const PictureParts usual;
  for (const Choice& choice : choices) {
    auto* box = new QCheckBox(choice.text, this);
    box->setObjectName(QStringLiteral("exportPart:") + QLatin1String(choice.name));
    box->setChecked(usual.*choice.part);
    row->addWidget(box);
    parts_.emplace_back(box, choice.part);
  }
  row->addStretch();
  return row;
}

void ExportDialog::askForColours() {
  auto* colours = findChild<QCheckBox*>(QStringLiteral("exportPart:run"));
  connect(colours, &QCheckBox::toggled, this, [this, usual = animation_.words->text()](bool on) {
    animation_.wanted->setEnabled(on);
    animation_.format->setEnabled(on);
    animation_.words->setText(on ? usual : tr("It shows nothing but the colours of the run."));
    updateButton();
  });
}

void ExportDialog::showSizes() {
  const bool pixels = picture_.format->currentText() == QLatin1String("PNG");
  picture_.option->setEnabled(pixels && picture_.format->isEnabled());
  width_->setVisible(pixels && picture_.option->currentData().toInt() == 0);
  animation_.option->setEnabled(animation_.format->currentText() == QLatin1String("WebP"));
}

void ExportDialog::wantCurve() {
  ExportContent curve;
  curve.curve = content_.curve;
  QStringList files;
  for (const ExportPlot& plot : exportPlots(curve)) files << plot.file;
  for (const auto& [box, file] : plotBoxes_) box->setChecked(files.contains(file));
  picture_.wanted->setChecked(false);
  plots_.wanted->setChecked(true);
  data_.wanted->setChecked(true);
}

ExportChoice ExportDialog::choice() const {
  ExportChoice choice;
  choice.folder = folder_->text().trimmed();
  choice.baseName = fileNameFor(base_->text());
  choice.picture = formatOf(picture_.wanted, picture_.format);
  choice.pictureScale = picture_.option->currentData().toDouble();
  if (choice.pictureScale == 0) choice.pictureWidth = width_->value();
  choice.theme = theme_->currentIndex() == 1   ? &Theme::light()
                 : theme_->currentIndex() == 2 ? &Theme::dark()
                                               : nullptr;
  for (const auto& [box, part] : parts_) choice.parts.*part = box->isChecked();
  choice.animation = formatOf(animation_.wanted, animation_.format);
  choice.framesPerSecond = animation_.option->currentData().toDouble();
  choice.plots = formatOf(plots_.wanted, plots_.format);
  choice.plotWidth = plots_.option->currentData().toDouble();
  choice.whichPlots.emplace();
  for (const auto& [box, file] : plotBoxes_)
    if (box->isChecked()) choice.whichPlots->append(file);
  if (choice.whichPlots->isEmpty()) choice.plots.clear();
  choice.data = formatOf(data_.wanted, data_.format);
  choice.report = formatOf(report_.wanted, report_.format);
  return choice;
}

void ExportDialog::updateButton() {
  const ExportChoice now = choice();
  result_->setFolder({});
  const bool any = !now.picture.isEmpty() || !now.animation.isEmpty() || !now.plots.isEmpty() ||
                   !now.data.isEmpty() || !now.report.isEmpty();
  const bool folder = QDir(now.folder).exists() && !now.folder.isEmpty();
  setStyleProperty(folder_, "invalid", !folder);
  result_->say(!folder ? tr("There is no such folder.")
               : any   ? QString()
                       : tr("Choose at least one kind."),
               folder ? "t2" : "bad");
  export_->setEnabled(any && folder);
}

void ExportDialog::chooseFolder() {
  const QString folder =
      QFileDialog::getExistingDirectory(this, tr("Folder for the files"), folder_->text());
  if (!folder.isEmpty()) folder_->setText(folder);
}

bool ExportDialog::askAbout(const QStringList& files, ExportChoice& choice) {
  if (files.isEmpty()) return true;
  QStringList names;
  for (const QString& file : files) names << QFileInfo(file).fileName();
  QMessageBox box(this);
  box.setObjectName(QStringLiteral("replaceQuestion"));
  box.setWindowTitle(tr("Replace files"));
  box.setText(names.size() == 1
                  ? tr("%1 is there already.").arg(names.constFirst())
                  : tr("%1 are there already.").arg(plural(names.size(), "file", "files")));
  // All the moments of an animation would push the buttons off the screen.
  if (const qsizetype more = names.size() - kMostNamed; more > 0) {
    names.resize(kMostNamed);
    names << tr("and %1 more").arg(wholeText(more));
  }
  box.setInformativeText(names.join(QLatin1Char('\n')));
  QPushButton* replace = box.addButton(tr("Replace"), QMessageBox::AcceptRole);
  QPushButton* keep = box.addButton(tr("Keep them"), QMessageBox::AcceptRole);
  QPushButton* back = box.addButton(tr("Back"), QMessageBox::RejectRole);
  keep->setToolTip(tr("Only files that are not there yet are written"));
  box.setDefaultButton(back);
  box.setEscapeButton(back);
  box.exec();
  if (box.clickedButton() == keep) choice.kept = files;
  return box.clickedButton() == replace || box.clickedButton() == keep;
}

void ExportDialog::write() {
  ExportChoice chosen = choice();
  if (!askAbout(replacedFiles(content_, chosen), chosen)) {
    result_->say(tr("Nothing was written. Another folder or name leaves those files alone."), "t2");
    base_->setFocus();
    base_->selectAll();
    return;
  }
  QProgressDialog progress(tr("Drawing the moments of the run"), tr("Stop"), 0, 1, this);
  progress.setWindowModality(Qt::WindowModal);
  progress.setMinimumDuration(500);
  outcome_ = exportFiles(content_, chosen, [&](std::size_t done, std::size_t all) {
    progress.setMaximum(static_cast<int>(all));
    progress.setValue(static_cast<int>(done));
    return !progress.wasCanceled();
  });
  if (outcome_.error.isEmpty())
    QSettings().setValue(QLatin1String(kExportFolderKey), chosen.folder);
  const bool whole = outcome_.error.isEmpty() && !outcome_.calledOff;
  result_->say(outcomeWords(outcome_, chosen.folder), whole ? "ok" : "bad");
  result_->setFolder(outcome_.files.isEmpty() ? QString() : chosen.folder);
}

}  // namespace hopscope
