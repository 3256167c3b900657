// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/ranks_panel.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtMath>
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "engine/study/timeline_files.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/rank_colours.h"
#include "ui/drawing/ranks_shown.h"
#include "ui/drawing/save_bytes.h"
#include "ui/ranks/critical_path_view.h"
#include "ui/ranks/rank_chart.h"
#include "ui/ranks/rank_times_view.h"
#include "ui/ranks/rank_words.h"
#include "ui/ranks/ranks_matrix.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segment_bar.h"
#include "ui/words/phase_words.h"

namespace hopscope {

namespace {

constexpr int kBetweenCharts = 100;  ///< milliseconds
constexpr double kPictureWidth = 1'000, kPictureRow = 14, kPictureLegend = 24;
constexpr double kLowestPicture = 160, kHighestPicture = 3'000;

}  // namespace

/// What the colours of the chart mean; with several applications, also those of the bars beside
/// the numbers of their ranks.
class PhaseLegend : public QWidget {
 public:
  explicit PhaseLegend(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
    setObjectName(QStringLiteral("phaseLegend"));
  }

  void setTheme(const Theme& theme) {
    theme_ = &theme;
    update();
  }
  void setSeen(const RankObservation* seen) {
    const QStringList names = jobNames(seen);
    if (names == jobs_) return;
    jobs_ = names;
    setToolTip(jobs_.join(QLatin1Char('\n')));
    setAccessibleDescription(jobs_.join(QStringLiteral(", ")));
    updateGeometry();
    update();
  }
  QSize sizeHint() const override {
    const QFontMetricsF metrics(uiFont(kWords));
    double wide = 0;
    for (const RankPhase phase : kShown)
      wide += kBeside + metrics.horizontalAdvance(nameOf(phase)) + kApart;
    for (const QString& job : jobs_) wide += kBesideBar + metrics.horizontalAdvance(job) + kApart;
    return {qCeil(wide - kApart + kSpare), 18};
  }
  QSize minimumSizeHint() const override { return {120, 18}; }

  /// Of jobs as many as there is room for up to `right`.
  static void paint(QPainter& painter, const Theme& theme, const QPointF& at,
                    const QStringList& jobs, double right) {
    painter.setFont(uiFont(kWords));
    double x = at.x();
    const auto write = [&](double beside, const QString& name) {
      painter.setPen(theme.color(Tone::t2));
      const double wide = QFontMetricsF(painter.font()).horizontalAdvance(name);
      painter.drawText(QRectF(x + beside, at.y(), wide + kSpare, 18),
                       Qt::AlignLeft | Qt::AlignVCenter, name);
      x += beside + wide + kApart;
    };
    for (const RankPhase phase : kShown) {
      painter.fillRect(QRectF(x, at.y() + 4, 12, 10), rankColour(theme, phase));
      write(kBeside, nameOf(phase));
    }
    for (qsizetype job = 0; job < jobs.size(); ++job) {
      const double wide = QFontMetricsF(painter.font()).horizontalAdvance(jobs[job]);
      if (x + kBesideBar + wide > right) {
        if (x + kBesideBar <= right) write(0, QStringLiteral("…"));
        return;
      }
      painter.fillRect(QRectF(x, at.y() + 3, 3, 12),
                       theme.curve(RanksShown::curveOf(static_cast<std::uint32_t>(job))));
      write(kBesideBar, jobs[job]);
    }
  }

  /// None where there is one alone, which has no bar.
  static QStringList jobNames(const RankObservation* seen) {
    QStringList names;
    if (seen == nullptr || seen->plan->jobs.size() < 2) return names;
    for (const Job& job : seen->plan->jobs) names << QString::fromStdString(job.name);
    return names;
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paint(painter, *theme_, {0, 0}, jobs_, width());
  }

 private:
  static constexpr RankPhase kShown[] = {RankPhase::computing, RankPhase::sending,
                                         RankPhase::receiving, RankPhase::waiting};
  /// The font, from a colour's left to its words, from these to the next, more for their last edge.
  static constexpr int kWords = 11, kBeside = 17, kBesideBar = 8, kApart = 12, kSpare = 2;

  /// Results count what a rank waits for while it is under way as communication.
  static QString nameOf(RankPhase phase) {
    return phase == RankPhase::waiting ? QObject::tr("waits, also for what is under way")
                                       : phaseWords(phase);
  }

  const Theme* theme_;
  QStringList jobs_;
};

RanksPanel::RanksPanel(QWidget* parent)
    : QWidget(parent),
      chart_(new RankChart(this)),
      matrix_(new RanksMatrix(this)),
      times_(new RankTimesView(this)),
      path_(new CriticalPathView(this)),
      legend_(new PhaseLegend(this)),
      messages_(new QCheckBox(tr("Messages"), this)),
      whole_(new QPushButton(tr("Whole run"), this)),
      export_(new QPushButton(tr("Export…"), this)),
      pages_(new QStackedWidget(this)),
      words_(makeLabel(TextRole::secondary, {}, this)),
      notice_(makeLabel(TextRole::label, {}, this)),
      theme_(&Theme::light()) {
  setObjectName(QStringLiteral("ranksPanel"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 4, 12, 0);
  head->setSpacing(8);
  auto* bar = new SegmentBar(this);
  buttons_[0] = bar->add(tr("Timeline"), "ranks.timeline", tr("What ranks did over time"));
  buttons_[1] = bar->add(tr("Messages"), "ranks.messages", tr("Who sent whom how much"));
  buttons_[2] = bar->add(tr("Time"), "ranks.times",
                         tr("The critical path, and what the time of each rank went into"));
  buttons_[3] = bar->add(tr("Critical path"), "ranks.path",
                         tr("What the completion waited for, piece by piece"));
  for (int i = 0; i < 4; ++i)
    connect(buttons_[i], &QToolButton::clicked, this,
            [this, i] { showPage(static_cast<Page>(i)); });
  head->addWidget(bar);
  head->addStretch();
  messages_->setObjectName(QStringLiteral("ranksShowMessages"));
  messages_->setToolTip(tr("Lines from where a message was sent to where it arrived"));
  messages_->setChecked(true);
  connect(messages_, &QCheckBox::toggled, chart_, &RankChart::setMessagesShown);
  connect(messages_, &QCheckBox::toggled, this, &RanksPanel::updateHead);
  head->addWidget(messages_);
  whole_->setObjectName(QStringLiteral("ranksWhole"));
  whole_->setToolTip(tr("Shows all of the run again (0)"));
  connect(whole_, &QPushButton::clicked, chart_, &RankChart::showAll);
  head->addWidget(whole_);
  export_->setObjectName(QStringLiteral("ranksExport"));
  export_->setToolTip(tr("As a picture, a table, or a trace for Chrome and Perfetto"));
  connect(export_, &QPushButton::clicked, this, &RanksPanel::askFile);
  head->addWidget(export_);
  column->addLayout(head);
  notice_->setContentsMargins(12, 4, 12, 0);
  notice_->setWordWrap(true);
  notice_->setObjectName(QStringLiteral("ranksNotice"));
  column->addWidget(notice_);

  auto* timeline = new QWidget(this);
  auto* rows = new QVBoxLayout(timeline);
  rows->setContentsMargins(12, 0, 12, 8);
  rows->setSpacing(4);
  rows->addWidget(legend_);
  rows->addWidget(chart_, 1);
  words_->setObjectName(QStringLiteral("ranksWords"));
  words_->setWordWrap(true);
  words_->setMinimumHeight(30);
  words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  rows->addWidget(words_);
  for (QWidget* each : {timeline, static_cast<QWidget*>(matrix_), static_cast<QWidget*>(times_),
                        static_cast<QWidget*>(path_)})
    pages_->addWidget(each);
  column->addWidget(pages_, 1);

  connect(chart_, &RankChart::pointedAt, words_, &QLabel::setText);
  connect(chart_, &RankChart::seekRequested, this, &RanksPanel::seekRequested);
  connect(path_, &CriticalPathView::stepChosen, this, &RanksPanel::showPiece);
  connect(path_, &CriticalPathView::linkChosen, this, &RanksPanel::linkChosen);
  connect(path_, &CriticalPathView::rowsWanted, this, &RanksPanel::fillPage);
  connect(chart_, &RankChart::rangeChanged, this, &RanksPanel::updateHead);
  connect(chart_, &RankChart::completed, this, [this] {
    if (page() == Page::path) path_->setRows(chart_->rows(), results_, topology_);
  });
  connect(chart_, &RankChart::rankChosen, this, [this](std::uint32_t rank) {
    if (seen_ && rank < seen_->ranks.size()) emit terminalChosen(seen_->ranks[rank].terminal);
  });
  showPage(Page::timeline);
}

void RanksPanel::setTheme(const Theme& theme) {
  theme_ = &theme;
  chart_->setTheme(theme);
  matrix_->setTheme(theme);
  times_->setTheme(theme);
  legend_->setTheme(theme);
}

bool RanksPanel::fits(const RunView& view) {
  if (view.snapshot != nullptr) return view.snapshot->ranks != nullptr;
  return view.results != nullptr && !view.results->applications.empty();
}

void RanksPanel::showPage(Page page) {
  pages_->setCurrentIndex(static_cast<int>(page));
  buttons_[static_cast<int>(page)]->setChecked(true);
  fillPage();
}

RanksPanel::Page RanksPanel::page() const {
  return static_cast<Page>(pages_->currentIndex());
}

void RanksPanel::showRun(const RunView& view, bool force) {
  if (!force && sinceShown_.isValid() && sinceShown_.elapsed() < kBetweenCharts) return;
  sinceShown_.start();
  seen_ = view.snapshot != nullptr ? view.snapshot->ranks : nullptr;
  pairs_ = view.snapshot != nullptr ? view.snapshot->rankPairs : nullptr;
  topology_ = view.topology;
  const Results* results = view.results != nullptr    ? view.results
                           : view.snapshot != nullptr ? view.snapshot->soFar.get()
                                                      : nullptr;
  results_ = results != nullptr ? results->applications : std::vector<ApplicationResult>();
  collectives_ = results != nullptr ? results->collectives : std::vector<CollectiveResult>();
  chart_->setMoment(view.past ? std::optional(view.past->end) : std::nullopt);
  fillPage();
}

void RanksPanel::forget() {
  if (!seen_ && !pairs_ && results_.empty()) return;
  seen_ = nullptr;
  pairs_ = nullptr;
  results_.clear();
  chart_->setSeen(nullptr);
  matrix_->setPairs(nullptr, nullptr);
  times_->setApplications({});
  topology_ = nullptr;
  path_->setRows(chart_->rows(), {}, nullptr);
  updateHead();
}

/// Only the page that is seen is kept up to date.
void RanksPanel::fillPage() {
  switch (page()) {
    case Page::timeline:
      chart_->setSeen(seen_);
      legend_->setSeen(seen_.get());
      break;
    case Page::messages:
      matrix_->setPairs(seen_, pairs_);
      break;
    case Page::times:
      times_->setApplications(results_, collectives_);
      break;
    case Page::path:
      chart_->setSeen(seen_);
      path_->setRows(chart_->rows(), results_, topology_);
      break;
  }
  updateHead();
}

/// Leads to a piece of the critical path; the timeline shows it, too.
void RanksPanel::showPiece(const ChainStep& step, const std::vector<ChannelId>& taken) {
  if (!seen_ || std::max(step.rank, step.to) >= seen_->ranks.size()) return;
  chart_->pointAt(RankChart::Place{step.rank, step.from});
  emit pieceChosen(seen_->ranks[step.rank].terminal, seen_->ranks[step.to].terminal, taken);
}

void RanksPanel::updateHead() {
  const bool timeline = page() == Page::timeline;
  messages_->setVisible(timeline);
  whole_->setVisible(timeline);
  whole_->setEnabled(!chart_->showsAll());
  export_->setEnabled(seen_ != nullptr);
  QString words;
  if (!seen_ && page() != Page::times && page() != Page::path)
    words =
        tr("A kept run has what its time went into. For what ranks did and sent, restore its "
           "settings and run it again.");
  else if (timeline && chart_->rows().cut())
    words = tr("The run has done more than is recorded: what comes last is missing here.");
  else if (timeline && chart_->messagesLeftOut())
    words = tr("More messages than can be told apart: look closer (wheel, or +) to see them.");
  notice_->setText(words);
  notice_->setVisible(!words.isEmpty());
}

QString RanksPanel::writeTo(const QString& file) const {
  QString problem;
  const QString ending = QFileInfo(file).suffix().toLower();
  const QString what = tr("The timeline");
  if (!seen_) return tr("There is no timeline.");
  if (ending == QLatin1String("csv")) {
    saveBytes(file, QByteArray::fromStdString(timelineCsv(*seen_)), what, &problem);
    return problem;
  }
  if (ending == QLatin1String("json")) {
    saveBytes(file,
              QByteArray::fromStdString(chromeTrace(*seen_, seen_->plan->picosecondsPerCycle)),
              what, &problem);
    return problem;
  }
  chart_->setSeen(seen_);
  chart_->seeAll();
  const double high = std::clamp(kPictureRow * static_cast<double>(seen_->ranks.size()),
                                 kLowestPicture, kHighestPicture);
  const QSizeF size(kPictureWidth, high + kPictureLegend);
  const auto paint = [&](QPainter& painter) {
    painter.fillRect(QRectF({}, size), theme_->color(Tone::base));
    PhaseLegend::paint(painter, *theme_, {48, 2}, PhaseLegend::jobNames(seen_.get()), size.width());
    painter.translate(0, kPictureLegend);
    chart_->paintChart(painter, {size.width(), high});
  };
  QByteArray bytes;
  if (ending == QLatin1String("png"))
    bytes = pngBytes(size, 2, paint);
  else if (ending == QLatin1String("svg"))
    bytes = svgBytes(size, what, paint);
  else if (ending == QLatin1String("pdf"))
    bytes = pdfBytes(size, what, paint);
  else
    return tr("%1: a picture ends in png, svg or pdf, a table in csv, a trace in json.")
        .arg(QFileInfo(file).fileName());
  saveBytes(file, bytes, what, &problem);
  return problem;
}

void RanksPanel::askFile() {
  QString file = QFileDialog::getSaveFileName(
      this, tr("Export the timeline"),
      QSettings().value(QStringLiteral("export/folder"), QDir::homePath()).toString() +
          QStringLiteral("/timeline.json"),
      tr("Trace for Chrome and Perfetto (*.json);;Table (*.csv);;Pictures (*.pdf *.svg *.png)"));
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".json");
  const QString problem = writeTo(file);
  words_->setText(problem.isEmpty() ? tr("Written to %1.").arg(file) : problem);
}

}  // namespace hopscope
