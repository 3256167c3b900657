// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/explore_mode.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <type_traits>

#include "ui/explore/design_space_page.h"
#include "ui/explore/figures_page.h"
#include "ui/explore/matching_page.h"
#include "ui/explore/models_page.h"
#include "ui/explore/power_page.h"
#include "ui/explore/rules_page.h"
#include "ui/explore/trees_page.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/point_runs.h"
#include "ui/shell/project_session.h"
#include "ui/shell/project_shelf.h"
#include "ui/shell/status_line.h"
#include "ui/studies/study_page.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segment_bar.h"

namespace hopscope {

namespace {
const char* const kMessageKey = "explore";
}

ExploreMode::ExploreMode(ProjectSession& session, MessageBar& messages, StatusLine& status,
                         const Theme& theme, QWidget& window)
    : QObject(&window), session_(session), messages_(messages), status_(status), theme_(&theme) {
  view_ = new QStackedWidget(&window);
  // Its pages are paper, as what they show is meant to be read.
  view_->setProperty("surface", "base");
  pointRuns_ = new PointRuns(session, messages, this);
  connect(pointRuns_, &PointRuns::ready, this, &ExploreMode::runsReady);
  strip_ = new QWidget(&window);
  auto* row = new QHBoxLayout(strip_);
  row->setContentsMargins(0, 0, 0, 0);
  auto* bar = new SegmentBar(strip_);
  const auto segment = [&](const QString& text, const char* id, const QString& tip, Page page) {
    QToolButton* made = bar->add(text, id, tip);
    segments_.push_back(made);
    connect(made, &QToolButton::clicked, this, [this, page] { showPage(page); });
  };
  segment(tr("Figures"), "exploreFigures", tr("The sources' figures and tables, made again"),
          Page::figures);
  segment(tr("Rules"), "exploreRules", tr("The forwarding rules of any switch"), Page::rules);
  segment(tr("Models"), "exploreModels", tr("Closed formulas: rates, sizes, energy, cost"),
          Page::models);
  segment(tr("Power"), "explorePower", tr("Sizes, tables and power of whole networks"),
          Page::power);
  segment(tr("Matching"), "exploreMatching", tr("K-step matching of a crossbar, step by step"),
          Page::matching);
  segment(tr("Trees"), "exploreTrees", tr("Circuits of fat trees, level-wise and local"),
          Page::trees);
  segment(tr("Space"), "exploreSpace",
          tr("Design space: networks that fit, by cost, power and throughput"), Page::designSpace);
  segment(tr("Studies"), "exploreStudies", tr("Designs over many settings, run and compared"),
          Page::studies);
  segments_.front()->setChecked(true);
  row->addWidget(bar);
  row->addStretch();
}

// The shelf goes after the page that looks at it.
ExploreMode::~ExploreMode() {
  delete studies_.data();
}

QWidget& ExploreMode::view() {
  return *view_;
}

void ExploreMode::makePages() {
  if (figures_ != nullptr) return;
  figures_ = new FiguresPage(view_);
  rules_ = new RulesPage(view_);
  models_ = new ModelsPage(*theme_, view_);
  view_->addWidget(figures_);
  view_->addWidget(rules_);
  view_->addWidget(models_);
  power_ = new PowerPage(*theme_, view_);
  view_->addWidget(power_);
  matching_ = new MatchingPage(view_);
  trees_ = new TreesPage(view_);
  view_->addWidget(matching_);
  view_->addWidget(trees_);
  space_ = new DesignSpacePage(*theme_, view_);
  view_->addWidget(space_);
  shelf_ = std::make_unique<ProjectShelf>(session_);
  studies_ = new StudyPage(*shelf_, view_);
  view_->addWidget(studies_);
  connect(figures_, &FiguresPage::wrote, this, &ExploreMode::noteWritten);
  connect(rules_, &RulesPage::wrote, this, &ExploreMode::noteWritten);
  connect(space_, &DesignSpacePage::wrote, this, &ExploreMode::noteWritten);
  connect(studies_, &StudyPage::wrote, this, &ExploreMode::noteWritten);
  connect(studies_, &StudyPage::designRequested, this, &ExploreMode::designRequested);
  connect(studies_, &StudyPage::runsRequested, pointRuns_, &PointRuns::see);
  studies_->setWantProject([this](const Design& design) { return want_ && want_(design); });
  connect(space_, &DesignSpacePage::studyRequested, this, [this](const QString& document) {
    if (studies_->running())
      return noteWritten(tr("A study is running. Stop it, or wait until it is through."), false);
    showPage(Page::studies);
    studies_->openDocument(document.toStdString());
    studies_->run();
  });
  connect(&session_, &ProjectSession::aboutToKeep, studies_, &StudyPage::flush);
  connect(&session_, &ProjectSession::contentsChanged, studies_, [this] {
    if (shown_ && page() == Page::studies) studies_->shelfChanged();
  });
  connect(&session_, &ProjectSession::modifiedChanged, studies_, [this] {
    if (shown_ && page() == Page::studies) studies_->showCluster();  // it may have been saved
  });
  connect(space_, &DesignSpacePage::openRequested, this, &ExploreMode::openRequested);
  const auto follow = [this](auto* made, Page of) {
    connect(made, &std::remove_pointer_t<decltype(made)>::stateChanged, this,
            [this, of](const QString& text, bool lively) { noteState(of, text, lively); });
  };
  follow(figures_, Page::figures);
  follow(space_, Page::designSpace);
  follow(studies_.data(), Page::studies);
  setTheme(*theme_);
}

void ExploreMode::setTheme(const Theme& theme) {
  theme_ = &theme;
  if (figures_ == nullptr) return;
  figures_->setTheme(theme);
  rules_->setTheme(theme);
  models_->setTheme(theme);
  power_->setTheme(theme);
  matching_->setTheme(theme);
  trees_->setTheme(theme);
  space_->setTheme(theme);
  studies_->setTheme(theme);
}

void ExploreMode::projectOpened() {
  pointRuns_->forget();
  if (studies_ == nullptr) return;
  studies_->forget();
  noteState(Page::studies, {}, false);
}

void ExploreMode::setShown(bool shown) {
  shown_ = shown;
  if (!shown) return showStatus();
  makePages();
  rules_->setDesign(session_.isOpen() ? std::optional(session_.document().design()) : std::nullopt);
  showPage(page());
}

ExploreMode::Page ExploreMode::page() const {
  return static_cast<Page>(std::max(0, view_->currentIndex()));
}

void ExploreMode::showPage(Page page) {
  makePages();
  view_->setCurrentIndex(static_cast<int>(page));
  segments_[static_cast<std::size_t>(page)]->setChecked(true);
  if (page == Page::rules) rules_->refresh();
  if (page == Page::designSpace) space_->showPage();
  if (page == Page::studies) studies_->showPage();
  showStatus();
}

void ExploreMode::askCluster() {
  showPage(Page::studies);
  studies_->askCluster();
}

void ExploreMode::noteState(Page page, const QString& text, bool lively) {
  states_[page] = {text, lively};
  showStatus();
}

void ExploreMode::showStatus() {
  // It takes its time, and is told of wherever one is meanwhile.
  const bool there = shown_ && page() == Page::studies;
  status_.setStudy(this, there ? QString() : states_[Page::studies].text, [this] {
    emit enterRequested();
    showPage(Page::studies);
  });
  if (!shown_) return;
  status_.setPace({}, {}, {});
  status_.setNote({});
  status_.showFinding(false);
  status_.setRight({}, {});
  const State& state = states_[page()];
  status_.setState(QStringLiteral("study"), state.text.isEmpty() ? tr("Explore") : state.text,
                   state.lively);
}

void ExploreMode::noteWritten(const QString& sentence, bool good) {
  messages_.post(QLatin1String(kMessageKey), good ? Severity::note : Severity::error, sentence);
}

}  // namespace hopscope
