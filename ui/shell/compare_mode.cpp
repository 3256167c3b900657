// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/compare_mode.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStringList>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "projects/stored_run.h"
#include "ui/drawing/icons.h"
#include "ui/shell/project_session.h"
#include "ui/shell/shown_quantity.h"
#include "ui/shell/status_line.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/curve_badge.h"
#include "ui/studies/kept_curves.h"
#include "ui/studies/run_labels.h"
#include "ui/studies/run_picker.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segment_bar.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

const char* const kChosenKey = "compare.runs";
constexpr qlonglong kRemove = -1;
/// What a name takes to be told, and the buttons with their words, px.
constexpr int kRoomOfName = 160, kRoomOfButtons = 440;
/// Badge, arrow and a few letters of a name, px.
constexpr int kLeastPicker = 84;

QString nameOf(const RunHead& run, const RunNames& names) {
  const QString design = QString::fromStdString(run.designName), name = names.of(run);
  return namesDesign(name, design) ? name : QStringLiteral("%1 · %2").arg(design, name);
}

/// Steps of the loads of a curve measured here, in thousandths: where already the first of them
/// saturates, the next smaller one is taken.
constexpr std::array kSteps{50, 10, 2};

/// Even steps, ended by the first saturated one.
std::vector<double> measuredLoads(std::size_t step) {
  std::vector<double> loads;
  for (int n = 1; n <= 19; ++n) loads.push_back(n * kSteps.at(step) / 1000.0);
  return loads;
}

/// One of applications alone has no load, and so no place on a curve. Of one that was stopped too
/// early it is not known.
bool offersLoad(const ComparedEntry& run) {
  return run.run.results.offeredLoad != 0;
}

/// Two runs at other loads, one of them saturated, make no curve; some that were stable do.
bool hasCurve(const ComparedEntry& run) {
  constexpr auto kStable = 3;
  return run.measured || std::count_if(run.curve.begin(), run.curve.end(), [](const CurvePoint& p) {
                           return p.verdict == Verdict::stable;
                         }) >= kStable;
}

}  // namespace

CompareMode::CompareMode(ProjectSession& session, StatusLine& status, const Theme& theme,
                         QWidget& window)
    : QObject(&window), session_(session), status_(status), theme_(&theme) {
  strip_ = new QWidget(&window);
  strip_->installEventFilter(this);
  auto* row = new QHBoxLayout(strip_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  pickerRow_ = new QHBoxLayout;
  pickerRow_->setSpacing(4);
  row->addLayout(pickerRow_, 1);
  add_ = new QToolButton(strip_);
  add_->setObjectName(QStringLiteral("compareAdd"));
  add_->setToolTip(tr("Compare one more run"));
  add_->setAccessibleName(add_->toolTip());
  add_->setFocusPolicy(Qt::TabFocus);
  connect(add_, &QToolButton::clicked, this, &CompareMode::addAnother);
  row->addWidget(add_);
  row->addWidget(makeVerticalRule(20, strip_));
  linked_ = new QPushButton(strip_);
  linked_->setObjectName(QStringLiteral("compareLink"));
  linked_->setCheckable(true);
  linked_->setChecked(true);
  linked_->setToolTip(tr("Pan, zoom and select in all networks at once"));
  row->addWidget(linked_);
  auto* segments = new SegmentBar(strip_);
  overLoad_ = segments->add(tr("Load"), "compareOverLoad", tr("Curves against offered load"));
  overTime_ =
      segments->add(tr("Time"), "compareOverTime", tr("Curves against the time of these runs"));
  ofRanks_ = segments->add(tr("Ranks"), "compareRanks", {});
  overLoad_->setChecked(true);
  row->addWidget(segments);
  measure_ = new QPushButton(strip_);
  measure_->setObjectName(QStringLiteral("compareMeasure"));
  row->addWidget(measure_);
  export_ = new QPushButton(strip_);
  export_->setToolTip(tr("Write the comparison to a file"));
  row->addWidget(export_);

  row->insertStretch(row->indexOf(measure_));
  view_ = new CompareView(theme, &window);
  connect(linked_, &QPushButton::toggled, view_, &CompareView::setLinked);
  connect(overTime_, &QToolButton::toggled, view_, &CompareView::setOverTime);
  connect(overTime_, &QToolButton::toggled, this, &CompareMode::showStatus);
  connect(ofRanks_, &QToolButton::toggled, view_, &CompareView::setOfRanks);
  connect(measure_, &QPushButton::clicked, this, &CompareMode::measure);
  connect(export_, &QPushButton::clicked, this, &CompareMode::exportRequested);
  connect(view_, &CompareView::quantityChosen, this,
          [this](HeatQuantity quantity) { keepShownQuantity(session_, quantity); });
  connect(view_, &CompareView::designRequested, this, &CompareMode::designRequested);
  connect(&session_, &ProjectSession::contentsChanged, this, [this] {
    if (shown_) refresh();
  });
  connect(&worker_, &CurveWorker::pointArrived, this, &CompareMode::showStatus);
  connect(&worker_, &CurveWorker::finished, this, &CompareMode::keepCurve);
  setTheme(theme);
}

void CompareMode::setTheme(const Theme& theme) {
  theme_ = &theme;
  add_->setIcon(icon(QStringLiteral("plus"), theme));
  linked_->setIcon(icon(QStringLiteral("chain"), theme));
  export_->setIcon(icon(QStringLiteral("export"), theme, Tone::t1));
  measure_->setIcon(icon(QStringLiteral("curve"), theme, Tone::t1));
  view_->setTheme(theme);
  rebuildPickers();
}

void CompareMode::setShown(bool shown) {
  shown_ = shown;
  if (!shown) return;
  view_->setQuantity(shownQuantity(session_));
  refresh();
}

void CompareMode::projectOpened() {
  toMeasure_.clear();
  measuredDesign_ = 0;
  measured_ = {};
  worker_.cancel();
  chosen_.clear();
  if (const auto kept = session_.viewValue(kChosenKey)) {
    std::vector<RowId> ids;
    for (const QString& id : QString::fromStdString(*kept).split(QLatin1Char(' ')))
      ids.push_back(id.toLongLong());
    chosen_ = ids;
  }
  // Of very many, those of a curve are looked for when somebody compares.
  if (shown_ || session_.runs().size() <= RunList::kMostOffered)
    refresh();
  else
    view_->show({}, session_.runs().size());
}

void CompareMode::choose(const std::vector<RowId>& runs) {
  chosen_ = runs;
  refresh();
  QStringList ids;
  for (const RowId id : chosen_) ids << QString::number(id);
  session_.setViewValue(kChosenKey, ids.join(QLatin1Char(' ')).toStdString());
}

void CompareMode::refresh() {
  const RunList& kept = session_.runs();
  std::erase_if(chosen_, [&](RowId id) { return kept.find(id) == nullptr; });
  if (chosen_.size() > CompareView::kMost) chosen_.resize(CompareView::kMost);
  // The newest runs, until somebody chooses.
  for (auto run = kept.rbegin(); run != kept.rend() && chosen_.size() < 2; ++run)
    if (std::find(chosen_.begin(), chosen_.end(), run->id) == chosen_.end())
      chosen_.insert(chosen_.begin(), run->id);
  std::vector<ComparedEntry> compared;
  std::vector<RowId> readable;
  for (const RowId id : chosen_)
    if (const auto run = kept.run(id)) {
      readable.push_back(id);
      compared.push_back({*run,
                          {},
                          measuredCurve(run->design, session_.curves()) != nullptr,
                          session_.nameOf(*run)});
      if (offersLoad(compared.back()))
        compared.back().curve = keptCurve(*run, session_.curves(), kept).points;
    }
  chosen_ = std::move(readable);
  view_->show(std::move(compared), kept.size());
  rebuildPickers();
  showStatus();
}

void CompareMode::rebuildPickers() {
  for (QComboBox* picker : pickers_) {
    pickerRow_->removeWidget(picker);
    picker->deleteLater();
  }
  pickers_.clear();
  std::vector<RunHead> offered;
  const auto newest = session_.runs().newest();
  for (const RowId id : chosen_)
    if (const RunHead* run = session_.runs().find(id); run && id < newest.front().id)
      offered.push_back(*run);
  offered.insert(offered.end(), newest.begin(), newest.end());
  const RunNames& names = session_.runNames();
  for (std::size_t place = 0; place < chosen_.size(); ++place) {
    const int number = static_cast<int>(place) + 1;
    auto* picker = new RunPicker(strip_);
    picker->setObjectName(QStringLiteral("comparePicker%1").arg(number));
    picker->setAccessibleName(tr("Run %1").arg(badgeLetter(number)));
    picker->setIconSize({16, 16});
    picker->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    picker->setMinimumWidth(kLeastPicker);
    picker->setMaximumWidth(208);
    picker->setMinimumHeight(28);
    const QIcon badge = curveBadgeIcon(number, *theme_, 16);
    for (const RunHead& run : offered) {
      picker->addItem(
          badge,
          tr("%1 · %2").arg(nameOf(run, names), whenText(QString::fromStdString(run.started))),
          QVariant::fromValue<qlonglong>(run.id));
      const int last = picker->count() - 1;
      picker->setItemData(last, picker->itemText(last), Qt::ToolTipRole);
      if (run.id != chosen_[place]) continue;
      picker->setCurrentIndex(last);
      if (static_cast<qsizetype>(place) < view_->names().size())
        picker->setItemText(last, view_->names()[static_cast<qsizetype>(place)]);
    }
    picker->setToolTip(picker->currentData(Qt::ToolTipRole).toString());
    if (chosen_.size() > 2) {
      picker->insertSeparator(picker->count());
      picker->addItem(tr("Leave it out"), kRemove);
    }
    connect(picker, &QComboBox::activated, this,
            [this, place](int index) { picked(place, index); });
    pickerRow_->addWidget(picker, 1);
    pickers_.push_back(picker);
  }
  add_->setEnabled(chosen_.size() >= 2 && chosen_.size() < CompareView::kMost &&
                   session_.runs().size() > chosen_.size());
  fitButtons();
}

bool CompareMode::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fitButtons();
  return QObject::eventFilter(watched, event);
}

void CompareMode::fitButtons() {
  const int names = static_cast<int>(chosen_.size()) * kRoomOfName;
  const bool words = strip_->width() >= names + kRoomOfButtons;
  const auto tell = [words](QPushButton* button, const QString& text) {
    button->setAccessibleName(text);
    button->setText(words ? text : QString());
  };
  tell(linked_, tr("View"));
  tell(measure_, measuring() ? tr("Stop measuring") : tr("Measure curves"));
  tell(export_, tr("Export…"));
}

void CompareMode::picked(std::size_t place, int index) {
  const qlonglong id = pickers_.at(place)->itemData(index).toLongLong();
  std::vector<RowId> next = chosen_;
  if (id == kRemove)
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(place));
  else
    next[place] = id;
  // The pickers are made anew; not from within their own signal.
  QMetaObject::invokeMethod(
      this, [this, next] { choose(next); }, Qt::QueuedConnection);
}

void CompareMode::addAnother() {
  const RunList& kept = session_.runs();
  for (auto run = kept.rbegin(); run != kept.rend(); ++run)
    if (std::find(chosen_.begin(), chosen_.end(), run->id) == chosen_.end()) {
      std::vector<RowId> next = chosen_;
      next.push_back(run->id);
      choose(next);
      return;
    }
}

void CompareMode::showStatus() {
  const auto& runs = view_->runs();
  const bool some = runs.size() >= 2;
  const bool loads = std::any_of(runs.begin(), runs.end(), offersLoad);
  const bool missing = std::any_of(runs.begin(), runs.end(), [](const ComparedEntry& run) {
    return offersLoad(run) && !hasCurve(run);
  });
  linked_->setEnabled(some);
  overLoad_->setEnabled(some && loads);
  overLoad_->setToolTip(!some || loads ? tr("Curves against offered load")
                                       : tr("None of these runs offers a load"));
  overTime_->setEnabled(some);
  const QString whyNoRanks = some ? view_->whyNoRanks() : QString();
  ofRanks_->setVisible(some && std::any_of(runs.begin(), runs.end(), [](const ComparedEntry& run) {
                         return !run.run.results.applications.empty();
                       }));
  ofRanks_->setEnabled(some && whyNoRanks.isEmpty());
  ofRanks_->setToolTip(whyNoRanks.isEmpty() ? tr("Timelines and critical paths of applications")
                                            : whyNoRanks);
  if (some && !loads && overLoad_->isChecked()) overTime_->click();
  if (!ofRanks_->isEnabled() && ofRanks_->isChecked()) (loads ? overLoad_ : overTime_)->click();
  export_->setEnabled(some);
  measure_->setVisible(some && (missing || measuring()));
  fitButtons();
  measure_->setToolTip(tr(
      "Simulates the designs without a latency curve at loads from 0.05, or lower ones where that "
      "saturates, up to saturation, in the background"));
  if (!shown_) return;
  status_.setPace({}, {}, {});
  status_.setNote({});
  status_.showFinding(false);
  if (measuring()) {
    status_.setState(
        QStringLiteral("curve"),
        tr("Measuring %1: %2")
            .arg(QString::fromStdString(measured_.name),
                 plural(static_cast<qint64>(worker_.points().size()), "point", "points")),
        true);
  } else if (some) {
    const auto sameEngine = std::all_of(runs.begin(), runs.end(), [&](const ComparedEntry& run) {
      return run.run.results.engineVersion == runs.front().run.results.engineVersion;
    });
    const auto sameSeed = std::all_of(runs.begin(), runs.end(), [&](const ComparedEntry& run) {
      return run.run.results.seed == runs.front().run.results.seed;
    });
    status_.setState(QStringLiteral("check"),
                     sameEngine && sameSeed ? tr("All of the same engine version and seed")
                     : sameEngine           ? tr("Seeds differ")
                                            : tr("Engine versions differ"),
                     false);
  } else {
    status_.setState(QStringLiteral("runs"), tr("Nothing to compare yet"), false);
  }
  status_.setRight({}, session_.isOpen() && session_.modified() ? tr("Not saved") : QString());
}

void CompareMode::measure() {
  if (measuring()) {
    toMeasure_.clear();
    worker_.cancel();
    return;
  }
  for (const ComparedEntry& run : view_->runs()) {
    if (!offersLoad(run) || hasCurve(run)) continue;
    const bool planned =
        std::any_of(toMeasure_.begin(), toMeasure_.end(),
                    [&](const Design& design) { return onOneCurve(design, run.run.design); });
    if (!planned) toMeasure_.push_back(run.run.design);
  }
  measureNext();
}

void CompareMode::measureNext() {
  if (!toMeasure_.empty()) {
    measured_ = toMeasure_.front();
    toMeasure_.pop_front();
    for (const ComparedEntry& run : view_->runs())
      if (onOneCurve(run.run.design, measured_)) measuredDesign_ = run.run.designId;
    measureInSteps(0);
  }
  showStatus();
}

void CompareMode::measureInSteps(std::size_t step) {
  step_ = step;
  CurveRequest request;
  request.design = measured_;
  request.loads = measuredLoads(step_);
  worker_.start(request);
}

void CompareMode::keepCurve(bool cancelled) {
  const std::vector<CurvePoint>& points = worker_.points();
  // Nothing is kept of a project that was closed meanwhile.
  if (session_.isOpen() && !(measured_ == Design())) {
    const bool atOnce = !points.empty() && isOverloaded(points.front().verdict);
    if (atOnce && !cancelled && step_ + 1 < kSteps.size()) return measureInSteps(step_ + 1);
    if (atOnce || points.size() > 1)
      session_.addCurve(makeCurve(measured_, points, measuredDesign_));
  }
  measureNext();
}

}  // namespace hopscope
