// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/figures_page.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/figures/figure_text.h"
#include "ui/drawing/icons.h"
#include "ui/drawing/save_bytes.h"
#include "ui/explore/explore_parts.h"
#include "ui/plots/plot_dialog.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/result_parts.h"
#include "ui/widgets/table_style.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kListWidth = 440;
constexpr int kListRow = 24;
constexpr double kTwoColumns = 178;  // millimetres
constexpr double kInterval = 1.96;   // standard errors of a 95 % interval
constexpr int kSteps = 1000;         // of the progress bar
enum ListColumn { idColumn, titleColumn, verdictColumn };

/// "000" of "000/R-51".
QString sourceKey(const Recipe& recipe) {
  return text(recipe.ids.front()).section(QLatin1Char('/'), 0, 0);
}

QString tagWord(RecipeTag tag) {
  switch (tag) {
    case RecipeTag::stated:
      return FiguresPage::tr("stated in the source");
    case RecipeTag::derived:
      return FiguresPage::tr("derived from it");
    case RecipeTag::proposed:
      break;
  }
  return FiguresPage::tr("proposed here");
}

struct FigureVerdict {
  QString word;
  const char* chip;
  Tone tone;
};

FigureVerdict figureVerdictOf(const FigureOutcome& outcome) {
  if (!outcome.figure) return {FiguresPage::tr("failed"), "bad", Tone::bad};
  const auto& findings = outcome.figure->findings;
  if (!outcome.figure->asExpected()) return {FiguresPage::tr("unexpected"), "bad", Tone::bad};
  if (std::any_of(findings.begin(), findings.end(),
                  [](const FigureFinding& finding) { return !finding.asPrinted; }))
    return {FiguresPage::tr("source differs"), "warn", Tone::warn};
  return {FiguresPage::tr("passes"), "ok", Tone::ok};
}

}  // namespace

PlotPicture pictureOf(const Recipe& recipe, const MadeFigure& figure) {
  PlotPicture picture;
  if (!recipe.plot) return picture;
  picture.xTitle = text(recipe.plot->xTitle);
  picture.yTitle = text(recipe.plot->yTitle);
  picture.xLog = recipe.plot->logX;
  picture.yLog = recipe.plot->logY;
  int curves = 0;
  for (const FigureCurve& curve : curvesOf(recipe, figure)) {
    PlotCurve drawn;
    drawn.name = text(curve.name);
    drawn.x = curve.x;
    drawn.y = curve.y;
    for (const double error : curve.errors) drawn.errors.push_back(kInterval * error);
    drawn.number = curves++ % 8 + 1;
    drawn.markers = true;
    picture.curves.push_back(std::move(drawn));
  }
  const FigureCurve printed = printedPoints(recipe, figure);
  if (printed.x.empty()) return picture;
  PlotCurve source;
  source.name = FiguresPage::tr("source");
  source.x = printed.x;
  source.y = printed.y;
  source.number = 0;  // none of ours
  source.markers = true;
  source.joined = false;
  picture.curves.push_back(std::move(source));
  return picture;
}

FiguresPage::FiguresPage(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(makeList());
  row->addWidget(makeResult(), 1);
  fillList();
  connect(list_, &QTreeWidget::currentItemChanged, this, [this] { showCurrent(); });
  connect(list_, &QTreeWidget::itemActivated, this, [this] {
    if (!busy()) make(false);
  });
  connect(make_, &QPushButton::clicked, this, [this] { make(false); });
  connect(makeAll_, &QPushButton::clicked, this, [this] {
    if (busy())
      worker_.cancel();
    else
      make(true);
  });
  connect(export_, &QPushButton::clicked, this, &FiguresPage::exportCurrent);
  connect(&worker_, &FigureWorker::arrived, this,
          [this](const Recipe* recipe, const FigureOutcome& outcome) {
            outcomes_[recipe] = outcome;
            showVerdict(recipe);
            if (recipe == current()) showCurrent();
          });
  connect(&worker_, &FigureWorker::progressed, this,
          [this](const Recipe* recipe, double share, int done, int all) {
            progress_->setValue(static_cast<int>(kSteps * (done + share) / all));
            emit stateChanged(
                tr("Making %1, %2 of %3").arg(text(recipe->ids.front())).arg(done + 1).arg(all),
                true);
          });
  connect(&worker_, &FigureWorker::finished, this, &FiguresPage::noteFinished);
  if (QTreeWidgetItem* first = list_->topLevelItem(0); first != nullptr && first->childCount() > 0)
    list_->setCurrentItem(first->child(0));
}

QWidget* FiguresPage::makeList() {
  auto* panel = new QWidget(this);
  panel->setProperty("surface", "panel");
  panel->setAttribute(Qt::WA_StyledBackground);
  panel->setFixedWidth(kListWidth);
  auto* column = new QVBoxLayout(panel);
  column->setContentsMargins(12, 16, 12, 12);
  column->setSpacing(8);
  column->addWidget(makeLabel(TextRole::title, tr("Figures of the sources"), panel));
  filter_ = new QLineEdit(panel);
  filter_->setObjectName(QStringLiteral("figureFilter"));
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setAccessibleName(tr("Filter the figures"));
  filter_->setClearButtonEnabled(true);
  connect(filter_, &QLineEdit::textChanged, this, &FiguresPage::filterList);
  column->addWidget(filter_);
  list_ = new QTreeWidget(panel);
  list_->setObjectName(QStringLiteral("figureList"));
  list_->setAccessibleName(tr("Figures of the sources"));
  list_->setColumnCount(3);
  list_->setHeaderHidden(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setUniformRowHeights(true);
  list_->setIndentation(12);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(titleColumn, QHeaderView::Stretch);
  list_->header()->resizeSection(idColumn, 112);
  list_->header()->setSectionResizeMode(verdictColumn, QHeaderView::ResizeToContents);
  column->addWidget(list_, 1);
  progress_ = makeThinProgress(kSteps, panel);
  column->addWidget(progress_);
  auto* foot = new QHBoxLayout;
  quick_ = new QCheckBox(tr("Quick"), panel);
  quick_->setObjectName(QStringLiteral("figureQuick"));
  quick_->setToolTip(tr("Fewer points and shorter simulations, with wider tolerances"));
  quick_->setChecked(true);
  foot->addWidget(quick_);
  foot->addStretch();
  makeAll_ = new QPushButton(tr("Make all"), panel);
  makeAll_->setObjectName(QStringLiteral("figureMakeAll"));
  foot->addWidget(makeAll_);
  column->addLayout(foot);
  return panel;
}

QWidget* FiguresPage::makeResult() {
  auto* result = new QWidget(this);
  auto* column = new QVBoxLayout(result);
  column->setContentsMargins(24, 16, 24, 16);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  title_ = makeLabel(TextRole::title, {}, result);
  title_->setObjectName(QStringLiteral("figureTitle"));
  title_->setWordWrap(true);
  head->addWidget(title_, 1);
  verdict_ = makeChip(result);
  verdict_->setObjectName(QStringLiteral("figureVerdict"));
  head->addWidget(verdict_, 0, Qt::AlignTop);
  make_ = new QPushButton(tr("Make it"), result);
  make_->setObjectName(QStringLiteral("figureMake"));
  make_->setProperty("primary", true);
  head->addWidget(make_, 0, Qt::AlignTop);
  export_ = new QPushButton(tr("Export…"), result);
  export_->setObjectName(QStringLiteral("figureExport"));
  head->addWidget(export_, 0, Qt::AlignTop);
  column->addLayout(head);
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  tag_ = makeChip(result);
  tag_->setProperty("chip", "quiet");
  line->addWidget(tag_, 0, Qt::AlignTop);
  source_ = makeLabel(TextRole::label, {}, result);
  source_->setWordWrap(true);
  line->addWidget(source_, 1);
  column->addLayout(line);
  errata_ = makeLabel(TextRole::body, {}, result);
  errata_->setObjectName(QStringLiteral("figureErrata"));
  errata_->setWordWrap(true);
  errata_->setProperty("tone", "warn");
  column->addWidget(errata_);
  auto* split = new QSplitter(Qt::Vertical, result);
  split->setChildrenCollapsible(false);
  plot_ = new PlotWidget(split);
  offerPlotDialog(*plot_);
  plot_->setMinimumHeight(200);
  split->addWidget(plot_);
  findings_ = new QTableWidget(split);
  findings_->setObjectName(QStringLiteral("figureFindings"));
  findings_->setAccessibleName(tr("What the source says, and what comes out here"));
  styleTable(*findings_);
  split->addWidget(findings_);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 4);
  column->addWidget(split, 1);
  empty_ = makeLabel(TextRole::label,
                     tr("This figure has not been made yet. Make it to see our numbers beside "
                        "those of the source."),
                     result);
  empty_->setWordWrap(true);
  column->addWidget(empty_);
  column->addStretch();
  return result;
}

void FiguresPage::fillList() {
  QTreeWidgetItem* group = nullptr;
  for (const Recipe& recipe : recipes()) {
    if (group == nullptr || group->data(0, Qt::UserRole).toString() != sourceKey(recipe)) {
      group = new QTreeWidgetItem(list_);
      group->setData(0, Qt::UserRole, sourceKey(recipe));
      group->setText(0, text(recipe.source).section(QLatin1Char(','), 0, 0));
      group->setFont(0, fontOf(TextRole::bold));
      group->setFirstColumnSpanned(true);
      group->setSizeHint(0, {0, kListRow});  // all rows take the first one's height
      group->setFlags(Qt::ItemIsEnabled);
      group->setExpanded(true);
    }
    auto* item = new QTreeWidgetItem(group);
    item->setText(idColumn, text(recipe.ids.front()));
    item->setText(titleColumn, text(recipe.title));
    item->setSizeHint(idColumn, {0, kListRow});
    for (int c = 0; c < 3; ++c) {
      item->setFont(c, fontOf(c == titleColumn ? TextRole::body : TextRole::secondary));
      item->setToolTip(c, text(recipe.title));
    }
    items_[&recipe] = item;
  }
}

/// Shows those in whose number, title or source every word typed stands.
void FiguresPage::filterList() {
  const QStringList words = filter_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (const auto& [recipe, item] : items_) {
    QString all = text(recipe->title) + QLatin1Char(' ') + text(recipe->source);
    for (const std::string& id : recipe->ids) all += QLatin1Char(' ') + text(id);
    item->setHidden(std::any_of(words.begin(), words.end(), [&](const QString& word) {
      return !all.contains(word, Qt::CaseInsensitive);
    }));
  }
  for (int g = 0; g < list_->topLevelItemCount(); ++g) {
    QTreeWidgetItem* group = list_->topLevelItem(g);
    bool any = false;
    for (int i = 0; i < group->childCount(); ++i) any = any || !group->child(i)->isHidden();
    group->setHidden(!any);
  }
}

const Recipe* FiguresPage::current() const {
  for (const auto& [recipe, item] : items_)
    if (item == list_->currentItem()) return recipe;
  return nullptr;
}

void FiguresPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  plot_->setTheme(theme);
  export_->setIcon(icon(QStringLiteral("export"), theme, Tone::t1));
  for (const auto& [recipe, outcome] : outcomes_) showVerdict(recipe);
  showCurrent();
}

void FiguresPage::showVerdict(const Recipe* recipe) {
  const FigureVerdict verdict = figureVerdictOf(outcomes_.at(recipe));
  QTreeWidgetItem* item = items_.at(recipe);
  item->setText(verdictColumn, verdict.word);
  item->setForeground(verdictColumn, theme_->color(verdict.tone));
}

void FiguresPage::showCurrent() {
  const Recipe* recipe = current();
  make_->setEnabled(recipe != nullptr && !busy());
  if (recipe == nullptr) return;
  title_->setText(text(recipe->title));
  QStringList ids;
  for (const std::string& id : recipe->ids) ids << text(id);
  source_->setText(tr("%1 · %2").arg(ids.join(QStringLiteral(", ")), text(recipe->source)));
  tag_->setText(tagWord(recipe->tag));
  tag_->updateGeometry();
  errata_->setVisible(!recipe->errata.empty());
  errata_->setText(tr("Where the source errs: %1").arg(text(recipe->errata)));
  const auto made = outcomes_.find(recipe);
  const bool any = made != outcomes_.end() && made->second.figure;
  verdict_->setVisible(made != outcomes_.end());
  export_->setEnabled(any);
  findings_->parentWidget()->setVisible(any);
  plot_->setVisible(any && recipe->plot.has_value());
  empty_->setVisible(!any);
  if (made == outcomes_.end()) {
    empty_->setText(
        tr("This figure has not been made yet. Make it to see our numbers beside those "
           "of the source."));
    return;
  }
  const FigureVerdict verdict = figureVerdictOf(made->second);
  setStyleProperty(verdict_, "chip", verdict.chip);
  verdict_->setText(verdict.word);
  verdict_->updateGeometry();
  if (!any) {
    empty_->setText(made->second.failure);
    return;
  }
  if (recipe->plot) plot_->setPicture(pictureOf(*recipe, *made->second.figure));
  showFindings(*made->second.figure);
}

void FiguresPage::showFindings(const MadeFigure& figure) {
  const QStringList heads{tr("quantity"), tr("source"),  tr("ours"),
                          tr("unit"),     tr("verdict"), tr("reason")};
  findings_->setColumnCount(static_cast<int>(heads.size()));
  findings_->setHorizontalHeaderLabels(heads);
  findings_->setRowCount(static_cast<int>(figure.findings.size()));
  for (std::size_t i = 0; i < figure.findings.size(); ++i) {
    const FigureFinding& finding = figure.findings[i];
    const QString verdict = !finding.agrees     ? tr("unexpected")
                            : finding.asPrinted ? tr("passes")
                                                : tr("differs");
    const Tone tone = !finding.agrees ? Tone::bad : finding.asPrinted ? Tone::ok : Tone::warn;
    const QStringList texts{text(finding.what),
                            text(sourceOf(finding)),
                            figureText(finding.ours),
                            text(finding.unit),
                            verdict,
                            text(finding.reason)};
    for (int c = 0; c < texts.size(); ++c) {
      auto* item = new QTableWidgetItem(texts[c]);
      item->setFont(fontOf(TextRole::body));
      item->setToolTip(texts[c]);
      if (c == 1 || c == 2) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      if (c == 4) item->setForeground(theme_->color(tone));
      findings_->setItem(static_cast<int>(i), c, item);
    }
  }
  findings_->resizeColumnsToContents();
  for (int c = 0; c < heads.size(); ++c)
    findings_->horizontalHeaderItem(c)->setTextAlignment(
        (c == 1 || c == 2 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  findings_->setColumnWidth(0, std::min(findings_->columnWidth(0), 340));
  findings_->horizontalHeader()->setStretchLastSection(true);
}

void FiguresPage::make(bool all) {
  std::vector<const Recipe*> wanted;
  if (all)
    for (const Recipe& recipe : recipes()) wanted.push_back(&recipe);
  else if (const Recipe* recipe = current(); recipe != nullptr)
    wanted.push_back(recipe);
  if (wanted.empty() || busy()) return;
  if (make_->hasFocus()) list_->setFocus();  // the button is about to be switched off
  worker_.start(std::move(wanted), quick_->isChecked());
  progress_->setValue(0);
  progress_->setVisible(true);
  makeAll_->setText(tr("Stop"));
  make_->setEnabled(false);
}

void FiguresPage::noteFinished(bool cancelled) {
  progress_->setVisible(false);
  makeAll_->setText(tr("Make all"));
  make_->setEnabled(current() != nullptr);
  int good = 0;
  for (const auto& [recipe, outcome] : outcomes_)
    if (outcome.figure && outcome.figure->asExpected()) ++good;
  const QString made =
      tr("%1 of %2 figures made are as expected").arg(good).arg(static_cast<int>(outcomes_.size()));
  emit stateChanged(cancelled ? tr("Stopped; %1").arg(made) : made, false);
}

void FiguresPage::exportCurrent() {
  const Recipe* recipe = current();
  if (recipe == nullptr || outcomes_.count(recipe) == 0 || !outcomes_.at(recipe).figure) return;
  const MadeFigure& figure = *outcomes_.at(recipe).figure;
  const QString name = text(recipe->ids.front()).replace(QLatin1Char('/'), QLatin1Char('-'));
  QString file = QFileDialog::getSaveFileName(
      this, tr("Export the figure"),
      name + (recipe->plot ? QStringLiteral(".svg") : QStringLiteral(".csv")),
      tr("Plot (*.svg *.png *.pdf);;Table (*.csv);;Everything as JSON (*.json)"));
  if (file.isEmpty()) return;
  QString problem;
  bool good = false;
  if (file.endsWith(QStringLiteral(".csv"))) {
    good =
        saveBytes(file, QByteArray::fromStdString(findingsCsv(figure)), tr("The table"), &problem);
  } else if (file.endsWith(QStringLiteral(".json"))) {
    good = saveBytes(file, QByteArray::fromStdString(writeFigure(*recipe, figure)),
                     tr("The figure"), &problem);
  } else if (recipe->plot) {
    good = exportPlot(pictureOf(*recipe, figure), file, kTwoColumns, &problem);
  } else {
    problem =
        tr("This figure has no plot. A table is written to a name that ends with .csv, all "
           "of it to one that ends with .json.");
  }
  emit wrote(good ? tr("The figure was written to %1.").arg(file) : problem, good);
}

}  // namespace hopscope
