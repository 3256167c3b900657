// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/design/compile.h"
#include "engine/design/design_placement.h"
#include "ui/drawing/save_bytes.h"
#include "ui/reports/report.h"
#include "ui/reports/report_page.h"
#include "ui/reports/report_paper.h"
#include "ui/reports/report_preview.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/elided_combo.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kLeft = 344;
/// Typing pauses this long before the pages are laid out again.
constexpr int kPauseMilliseconds = 150;
const char* const kFolderKey = "export/folder";

enum Detail { kNone, kNotes, kPlots, kCompared };

Detail detailOf(ReportSection section) {
  switch (section) {
    case ReportSection::notes:
      return kNotes;
    case ReportSection::plots:
      return kPlots;
    case ReportSection::comparison:
      return kCompared;
    default:
      return kNone;
  }
}

/// As the project's tree calls it, and when it was run.
QString runWords(const RunHead& run, const RunNames& names) {
  return QObject::tr("%1, %2, seed %3 · %4")
      .arg(names.of(run), whenText(QString::fromStdString(run.started)), QString::number(run.seed),
           QString::fromStdString(run.designName));
}

QListWidgetItem* addTick(QListWidget* list, const QString& text, const QVariant& id, bool ticked) {
  auto* item = new QListWidgetItem(text, list);
  item->setData(Qt::UserRole, id);
  item->setFlags((item->flags() | Qt::ItemIsUserCheckable) & ~Qt::ItemIsDropEnabled);
  item->setCheckState(ticked ? Qt::Checked : Qt::Unchecked);
  item->setSizeHint({0, 24});
  return item;
}

}  // namespace

ReportDialog::ReportDialog(ReportSources sources, ReportPlan plan, const Theme& theme,
                           QWidget* parent)
    : QDialog(parent), sources_(std::move(sources)), plan_(std::move(plan)), theme_(theme) {
  setObjectName(QStringLiteral("reportDialog"));
  setWindowTitle(tr("Report"));
  resize(QSize(1080, 744).boundedTo(screenRoom(*this)));
  later_.setSingleShot(true);
  later_.setInterval(kPauseMilliseconds);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(makeChoices());
  row->addWidget(makeVerticalRule(1, this));
  preview_ = new ReportPreview(theme_, this);
  row->addWidget(preview_, 1);
  fillRuns();
  fillSections();
  rebuild();
  fillCompared();
  sections_->setCurrentRow(0);
  connect(&later_, &QTimer::timeout, this, &ReportDialog::refresh);
  connect(run_, &QComboBox::currentIndexChanged, this, [this] {
    fillCompared();
    rebuild();
  });
}

ReportDialog::~ReportDialog() = default;

QWidget* ReportDialog::makeChoices() {
  auto* whole = new QWidget(this);
  whole->setFixedWidth(kLeft);
  auto* rows = new QVBoxLayout(whole);
  rows->setContentsMargins(0, 16, 0, 16);
  rows->setSpacing(8);
  auto* side = new QWidget(whole);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(16, 0, 16, 0);
  column->setSpacing(8);
  column->addWidget(makeLabel(TextRole::title, tr("Report"), side));
  const auto field = [&](const QString& name, QWidget* widget, const char* id) {
    widget->setObjectName(QLatin1String(id));
    widget->setAccessibleName(name);
    auto* label = makeLabel(TextRole::label, name, side);
    label->setBuddy(widget);
    column->addWidget(label);
    column->addWidget(widget);
  };
  run_ = new ElidedCombo(side);
  run_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  run_->setMinimumContentsLength(20);
  field(tr("About"), run_, "reportRun");
  title_ = new QLineEdit(plan_.title, side);
  field(tr("Title"), title_, "reportTitle");
  connect(title_, &QLineEdit::textChanged, this, [this](const QString& text) {
    plan_.title = text;
    later_.start();
  });
  sections_ = new QListWidget(side);
  sections_->setFrameShape(QFrame::NoFrame);
  sections_->setDragDropMode(QAbstractItemView::InternalMove);
  sections_->setFixedHeight(static_cast<int>(reportSections().size()) * 24 + 4);
  field(tr("Sections, in order"), sections_, "reportSections");
  connect(sections_, &QListWidget::currentRowChanged, this, &ReportDialog::sectionChosen);
  connect(sections_, &QListWidget::itemChanged, this, &ReportDialog::readSections);
  connect(sections_->model(), &QAbstractItemModel::rowsMoved, this, &ReportDialog::readSections);
  auto* moves = new QHBoxLayout;
  moves->setSpacing(8);
  const auto move = [&](const QString& text, const char* id, int by, const QKeySequence& keys) {
    auto* button = new QPushButton(text, side);
    button->setObjectName(QLatin1String(id));
    button->setAutoDefault(false);
    button->setToolTip(keys.toString(QKeySequence::NativeText));
    moves->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, by] { moveSection(by); });
    auto* key = new QShortcut(keys, sections_);
    key->setContext(Qt::WidgetShortcut);
    connect(key, &QShortcut::activated, this, [this, by] { moveSection(by); });
  };
  move(tr("Move up"), "reportUp", -1, QKeySequence(Qt::CTRL | Qt::Key_Up));
  move(tr("Move down"), "reportDown", 1, QKeySequence(Qt::CTRL | Qt::Key_Down));
  moves->addStretch();
  column->addLayout(moves);
  auto* forms = new QHBoxLayout;
  forms->setSpacing(8);
  const auto form = [&](const QString& text, const char* id, const QString& tip,
                        ReportPlan (*made)(ReportPlan)) {
    auto* button = new QPushButton(text, side);
    button->setObjectName(QLatin1String(id));
    button->setProperty("link", true);
    button->setAutoDefault(false);
    button->setToolTip(tip);
    forms->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, made] { takeForm(made(plan_)); });
  };
  form(tr("Short form"), "reportShort", tr("What one reads first, on a page or two"), shortForm);
  form(tr("Everything"), "reportLong", tr("All sections and the usual plots"), longForm);
  forms->addStretch();
  column->addLayout(forms);
  column->addWidget(makeRule(side));
  column->addWidget(makeDetails(), 1);
  QScrollArea* scroll = columnScroll(side, whole);
  rows->addWidget(scroll, 1);
  message_ = makeLabel(TextRole::label, {}, whole);
  message_->setObjectName(QStringLiteral("reportMessage"));
  message_->setWordWrap(true);
  message_->setContentsMargins(16, 0, 16, 0);
  rows->addWidget(message_);
  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(16, 0, 16, 0);
  foot->setSpacing(8);
  foot->addStretch();
  auto* close = new QPushButton(tr("Close"), whole);
  close->setAutoDefault(false);
  auto* write = new QPushButton(tr("Write report…"), whole);
  write->setObjectName(QStringLiteral("reportWrite"));
  write->setProperty("primary", true);
  write->setFont(fontOf(TextRole::bold));
  write->setDefault(true);
  foot->addWidget(close);
  foot->addWidget(write);
  rows->addLayout(foot);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(write, &QPushButton::clicked, this, &ReportDialog::askFile);
  return whole;
}

QWidget* ReportDialog::makeDetails() {
  auto* whole = new QWidget(this);
  auto* column = new QVBoxLayout(whole);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  hint_ = makeLabel(TextRole::hint, {}, whole);
  hint_->setObjectName(QStringLiteral("reportHint"));
  hint_->setWordWrap(true);
  column->addWidget(hint_);
  caption_ = new QLineEdit(whole);
  caption_->setObjectName(QStringLiteral("reportCaption"));
  caption_->setAccessibleName(tr("Caption of the section"));
  column->addWidget(caption_);
  connect(caption_, &QLineEdit::textChanged, this, [this](const QString& text) {
    ReportPlan::Part* part = chosenPart();
    if (part == nullptr || filling_) return;
    part->caption = text;
    later_.start();
  });
  details_ = new QStackedWidget(whole);
  // Its pages would ask for more than the dialog has; they take what is left.
  details_->setMinimumHeight(100);
  details_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  details_->addWidget(new QWidget(details_));
  details_->addWidget(makeNotes());
  plots_ = new QListWidget(details_);
  plots_->setObjectName(QStringLiteral("reportPlots"));
  plots_->setAccessibleName(tr("Plots of the report"));
  plots_->setFrameShape(QFrame::NoFrame);
  for (const auto& [id, title] : reportPlotNames())
    addTick(plots_, title, id, plan_.plots.contains(id));
  details_->addWidget(plots_);
  connect(plots_, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
    const QString id = item->data(Qt::UserRole).toString();
    plan_.plots.removeAll(id);
    if (item->checkState() == Qt::Checked) plan_.plots << id;
    later_.start();
  });
  compared_ = new QListWidget(details_);
  compared_->setObjectName(QStringLiteral("reportCompared"));
  compared_->setAccessibleName(tr("Runs to compare with"));
  compared_->setFrameShape(QFrame::NoFrame);
  compared_->setTextElideMode(Qt::ElideRight);
  compared_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  details_->addWidget(compared_);
  connect(compared_, &QListWidget::itemChanged, this, &ReportDialog::readCompared);
  column->addWidget(details_, 1);
  return whole;
}

QWidget* ReportDialog::makeNotes() {
  auto* both = new QWidget(details_);
  auto* column = new QVBoxLayout(both);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  notes_ = new QPlainTextEdit(plan_.notes, both);
  notes_->setObjectName(QStringLiteral("reportNotes"));
  notes_->setAccessibleName(tr("Words of this report alone"));
  notes_->setTabChangesFocus(true);
  notes_->setPlaceholderText(tr("What was asked, what was found, what follows."));
  notes_->setMinimumHeight(40);
  column->addWidget(notes_, 1);
  connect(notes_, &QPlainTextEdit::textChanged, this, [this] {
    plan_.notes = notes_->toPlainText();
    later_.start();
  });
  ticked_ = new QListWidget(both);
  ticked_->setObjectName(QStringLiteral("reportProjectNotes"));
  ticked_->setAccessibleName(tr("Notes of the project"));
  ticked_->setFrameShape(QFrame::NoFrame);
  ticked_->setTextElideMode(Qt::ElideRight);
  ticked_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  std::vector<std::int64_t>& leftOut = plan_.notesLeftOut;
  for (const StoredNote& note : sources_.notes)
    addTick(ticked_, QString::fromStdString(note.title), static_cast<qlonglong>(note.id),
            std::find(leftOut.begin(), leftOut.end(), note.id) == leftOut.end());
  const int rows = static_cast<int>(std::min<std::size_t>(sources_.notes.size(), 3));
  ticked_->setFixedHeight(rows * 24 + 4);
  ticked_->setVisible(rows > 0);
  column->addWidget(ticked_);
  connect(ticked_, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
    const std::int64_t id = item->data(Qt::UserRole).toLongLong();
    std::erase(plan_.notesLeftOut, id);
    if (item->checkState() != Qt::Checked) plan_.notesLeftOut.push_back(id);
    later_.start();
  });
  return both;
}

void ReportDialog::fillRuns() {
  int chosen = 0;
  for (const RunHead* run : offered({sources_.run.value_or(0)})) {
    run_->addItem(runWords(*run, sources_.names), static_cast<qlonglong>(run->id));
    if (sources_.run && run->id == *sources_.run) chosen = run_->count() - 1;
  }
  run_->addItem(tr("The design as it stands, not run"), qlonglong{0});
  run_->setCurrentIndex(chosen);
}

void ReportDialog::fillSections() {
  const QSignalBlocker quiet(sections_);
  sections_->clear();
  for (const ReportPlan::Part& part : plan_.parts)
    addTick(sections_, reportSectionTitle(part.section), static_cast<int>(part.section),
            part.wanted);
}

void ReportDialog::fillCompared() {
  const QSignalBlocker quiet(compared_);
  compared_->clear();
  const RowId own = run_->currentData().toLongLong();
  for (const RunHead* run : offered(plan_.compare)) {
    if (run->id == own) continue;
    const bool ticked =
        std::find(plan_.compare.begin(), plan_.compare.end(), run->id) != plan_.compare.end();
    QListWidgetItem* item =
        addTick(compared_, runWords(*run, sources_.names), static_cast<qlonglong>(run->id), ticked);
    item->setToolTip(item->text());
  }
}

/// The newest runs, and these; the newest first.
std::vector<const RunHead*> ReportDialog::offered(const std::vector<RowId>& too) const {
  std::vector<const RunHead*> heads;
  const auto newest = sources_.runs->newest();
  for (auto run = newest.rbegin(); run != newest.rend(); ++run) heads.push_back(&*run);
  for (const RowId id : too)
    if (const RunHead* run = sources_.runs->find(id); run && (newest.empty() || id < newest[0].id))
      heads.push_back(run);
  return heads;
}

std::shared_ptr<const StoredRun> ReportDialog::chosenRun() const {
  return sources_.runs->run(run_->currentData().toLongLong());
}

ReportPlan::Part* ReportDialog::chosenPart() {
  const int row = sections_->currentRow();
  return row < 0 ? nullptr : &plan_.parts[static_cast<std::size_t>(row)];
}

void ReportDialog::sectionChosen() {
  const ReportPlan::Part* part = chosenPart();
  if (part == nullptr) return;
  filling_ = true;
  caption_->setText(part->caption);
  const QString own = defaultCaption(part->section, paper_->input());
  caption_->setPlaceholderText(own.isEmpty() ? tr("Caption") : own);
  caption_->setCursorPosition(0);
  filling_ = false;
  details_->setCurrentIndex(detailOf(part->section));
  markEmpty();
}

void ReportDialog::readSections() {
  std::vector<ReportPlan::Part> parts;
  for (int i = 0; i < sections_->count(); ++i) {
    const auto section = static_cast<ReportSection>(sections_->item(i)->data(Qt::UserRole).toInt());
    const auto old =
        std::find_if(plan_.parts.begin(), plan_.parts.end(),
                     [&](const ReportPlan::Part& part) { return part.section == section; });
    parts.push_back(*old);
    // One that has nothing to show keeps what was asked of it.
    if ((sections_->item(i)->flags() & Qt::ItemIsUserCheckable) != 0)
      parts.back().wanted = sections_->item(i)->checkState() == Qt::Checked;
  }
  // While a row is being dragged it is there twice, or not at all.
  if (parts.size() != plan_.parts.size() || parts == plan_.parts) return;
  plan_.parts = std::move(parts);
  later_.start();
}

void ReportDialog::readCompared() {
  plan_.compare.clear();
  for (int i = 0; i < compared_->count(); ++i) {
    QListWidgetItem* item = compared_->item(i);
    if (item->checkState() != Qt::Checked) continue;
    if (plan_.compare.size() < kMostCompared) {
      plan_.compare.push_back(item->data(Qt::UserRole).toLongLong());
      continue;
    }
    const QSignalBlocker quiet(compared_);
    item->setCheckState(Qt::Unchecked);
    setStyleProperty(message_, "tone", "warn");
    message_->setText(tr("A report compares with at most %1.")
                          .arg(plural(static_cast<qint64>(kMostCompared), "run", "runs")));
  }
  rebuild();
}

void ReportDialog::moveSection(int by) {
  const int row = sections_->currentRow();
  const int target = row + by;
  if (row < 0 || target < 0 || target >= sections_->count()) return;
  {
    const QSignalBlocker quiet(sections_);
    sections_->insertItem(target, sections_->takeItem(row));
  }
  readSections();
  sections_->setCurrentRow(target);
  sectionChosen();
}

void ReportDialog::takeForm(ReportPlan plan) {
  const int row = sections_->currentRow();
  plan_ = std::move(plan);
  fillSections();
  {
    const QSignalBlocker quiet(plots_);
    for (int i = 0; i < plots_->count(); ++i)
      plots_->item(i)->setCheckState(
          plan_.plots.contains(plots_->item(i)->data(Qt::UserRole).toString()) ? Qt::Checked
                                                                               : Qt::Unchecked);
  }
  sections_->setCurrentRow(row);
  later_.start();
}

void ReportDialog::rebuild() {
  ReportInput input;
  Issues issues;
  if (const auto run = chosenRun()) {
    input = reportOfRun(*run, *sources_.runs, sources_.names, *sources_.curves, plan_, issues);
  } else {
    input.plan = plan_;
    input.design = sources_.design;
    input.topology = buildTopology(input.design, issues);
    if (input.topology)
      input.placement =
          std::make_shared<const Placement>(placementOf(*input.topology, input.design.layout));
  }
  input.notes = sources_.notes;
  title_->setPlaceholderText(QString::fromStdString(input.design.name));
  auto paper = std::make_unique<ReportPaper>(std::move(input));
  preview_->show(*paper);
  paper_ = std::move(paper);
  later_.stop();
  markEmpty();
}

void ReportDialog::refresh() {
  paper_->arrange(plan_);
  preview_->show(*paper_);
  markEmpty();
}

void ReportDialog::markEmpty() {
  const QSignalBlocker quiet(sections_);
  for (int i = 0; i < sections_->count(); ++i) {
    const auto section = static_cast<ReportSection>(sections_->item(i)->data(Qt::UserRole).toInt());
    const bool has = paper_->has(section);
    sections_->item(i)->setForeground(theme_.color(has ? Tone::t1 : Tone::t3));
    // A tick says that it will be there.
    const auto part =
        std::find_if(plan_.parts.begin(), plan_.parts.end(),
                     [&](const ReportPlan::Part& each) { return each.section == section; });
    sections_->item(i)->setCheckState(has && part->wanted ? Qt::Checked : Qt::Unchecked);
    sections_->item(i)->setFlags(sections_->item(i)->flags().setFlag(Qt::ItemIsUserCheckable, has));
    if (i != sections_->currentRow()) continue;
    QString words = reportSectionHint(section);
    if (!has) words += QLatin1Char(' ') + tr("There is nothing to show yet, so it is left out.");
    hint_->setText(words);
  }
}

bool ReportDialog::write(const QString& file) {
  if (later_.isActive()) {
    later_.stop();
    refresh();
  }
  QString error;
  const bool written = writeReport(paper_->input(), file, &error);
  setStyleProperty(message_, "tone", written ? "ok" : "bad");
  message_->setText(written ? tr("Written to %1.").arg(QDir::toNativeSeparators(file)) : error);
  if (written) QSettings().setValue(QLatin1String(kFolderKey), QFileInfo(file).path());
  return written;
}

void ReportDialog::askFile() {
  const QString page = tr("Page for browsers (*.html)");
  const QString paper = tr("Paper (*.pdf)");
  QString chosen = page;
  QString file = QFileDialog::getSaveFileName(
      this, tr("Write the report"),
      QSettings().value(QLatin1String(kFolderKey), QDir::homePath()).toString() +
          QStringLiteral("/report.html"),
      page + QStringLiteral(";;") + paper, &chosen);
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty())
    file += chosen == paper ? QStringLiteral(".pdf") : QStringLiteral(".html");
  write(file);
}

}  // namespace hopscope
