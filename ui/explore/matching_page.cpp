// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/matching_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/circuits/port_matrix.h"
#include "ui/explore/explore_parts.h"
#include "ui/explore/matching_view.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/widgets/step_buttons.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kFewestMatched = 2, kMostMatched = 32;

}  // namespace

MatchingPage::MatchingPage(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(makeForm());
  row->addWidget(makeResult(), 1);
  draw();
}

QWidget* MatchingPage::makeForm() {
  SideForm form(tr("K-step matching"), this);
  QWidget* panel = form.panel();
  ports_ = form.wholeBox("matchingPorts", kFewestMatched, kMostMatched, 8);
  longest_ = form.wholeBox("matchingSteps", 1, 2 * kMostMatched - 1, 9);
  longest_->setSingleStep(2);
  seed_ = form.wholeBox("matchingSeed", 1, 1'000'000, 7);
  load_ = new RealBox(panel);
  load_->setObjectName(QStringLiteral("matchingLoad"));
  load_->setRange(0.1, kMostMatched);
  load_->setSingleStep(0.25);
  load_->setValue(2);
  form.add(tr("Ports"), ports_);
  form.add(tr("Requests per port"), load_);
  form.add(tr("Seed of the requests"), seed_);
  form.add(tr("K: longest path, in stages"), longest_);
  matrix_ = new PortMatrix(panel);
  matrix_->setObjectName(QStringLiteral("matchingMatrix"));
  matrix_->setAccessibleName(tr("Requests and pairs"));
  matrix_->setFixedHeight(264);
  matrix_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);  // its row takes no more
  form.add(tr("Requests (Enter or a double click sets one)"), matrix_);
  summary_ = form.addHint();
  summary_->setObjectName(QStringLiteral("matchingSummary"));
  for (WholeBox* each : {ports_, seed_})
    connect(each, &WholeBox::valueChanged, this, &MatchingPage::draw);
  connect(load_, &RealBox::valueChanged, this, &MatchingPage::draw);
  connect(longest_, &WholeBox::valueChanged, this, [this](int steps) {
    if (steps % 2 == 0)
      longest_->setValue(steps + 1);  // paths have odd lengths
    else
      tell(BitMatrix(story_->requests));
  });
  connect(matrix_, &PortMatrix::activated, this, &MatchingPage::toggle);
  matrix_->setWords([this](PortPair pair) {
    const bool requested = story_->requests.at(pair.input, pair.output);
    const auto& pairs = story_->matchingAt(story_->frames[frame_]);
    return (pairs[pair.input] == pair.output ? tr("Input %1 has output %2.")
            : requested                      ? tr("Input %1 asks for output %2.")
                                             : tr("Input %1 does not ask for output %2."))
        .arg(pair.input)
        .arg(pair.output);
  });
  return form.finish(296);
}

QWidget* MatchingPage::makeResult() {
  auto* result = new QWidget(this);
  auto* column = new QVBoxLayout(result);
  column->setContentsMargins(24, 16, 24, 16);
  column->setSpacing(8);
  column->addWidget(makeLabel(TextRole::title, tr("The unfolded graph"), result));
  auto* source = makeLabel(
      TextRole::label,
      tr("Forwards, every stage is one operation on masks; backwards, the path is found; then its "
         "pairs are flipped, which makes one more (Ding 2006, chapter 6)."),
      result);
  source->setWordWrap(true);
  column->addWidget(source);
  view_ = new MatchingView(result);
  column->addWidget(view_, 1);
  words_ = makeLabel(TextRole::body, {}, result);
  words_->setObjectName(QStringLiteral("matchingWords"));
  words_->setWordWrap(true);
  words_->setMinimumHeight(32);
  column->addWidget(words_);
  steps_ = new StepButtons(QStringLiteral("matching"), tr("Next"), result);
  steps_->addSlider(tr("Moment of the matching"));
  column->addWidget(steps_);
  connect(steps_, &StepButtons::wanted, this, &MatchingPage::goTo);
  return result;
}

void MatchingPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  matrix_->setTheme(theme);
  view_->setTheme(theme);
  showMatrix();
}

void MatchingPage::draw() {
  const auto ports = static_cast<std::uint32_t>(ports_->value());
  {
    const QSignalBlocker quiet(longest_);
    longest_->setMaximum(2 * ports_->value() - 1);
  }
  tell(drawnRequests(ports, load_->value(), static_cast<std::uint64_t>(seed_->value())));
}

void MatchingPage::toggle(PortPair pair) {
  BitMatrix requests = story_->requests;
  if (requests.at(pair.input, pair.output))
    requests.clear(pair.input, pair.output);
  else
    requests.set(pair.input, pair.output);
  tell(requests);
  matrix_->pointAt(pair);
}

void MatchingPage::tell(const BitMatrix& requests) {
  story_ = std::make_shared<const MatchingStory>(
      tellMatching(requests, static_cast<std::uint32_t>(longest_->value())));
  view_->setStory(story_);
  const std::uint32_t greedy = pairsIn(story_->before.front());
  const std::uint32_t improved = pairsIn(story_->before.back());
  summary_->setText(tr("%1. The greedy matching has %2, K = %3 makes %4 of it; the largest has %5.")
                        .arg(plural(static_cast<qint64>(requests.count()), "request", "requests"),
                             plural(greedy, "pair", "pairs"), QString::number(longest_->value()),
                             QString::number(improved), QString::number(story_->largest)));
  goTo(0);
}

void MatchingPage::goTo(std::size_t frame) {
  frame_ = std::min(frame, story_->frames.size() - 1);
  steps_->setStep(frame_, story_->frames.size() - 1);
  view_->setFrame(frame_);
  words_->setText(frameWords(*story_, story_->frames[frame_]));
  showMatrix();
}

void MatchingPage::showMatrix() {
  if (!story_) return;
  const std::vector<std::uint32_t>& pairs = story_->matchingAt(story_->frames[frame_]);
  MatrixCells cells;
  cells.ports = story_->ports;
  for (std::uint32_t input = 0; input < cells.ports; ++input)
    forEachBit(story_->requests.row(input), story_->requests.words(), [&](std::uint32_t output) {
      const bool pair = pairs[input] == output;
      cells.cells.push_back({input,
                             output,
                             pair ? theme_->color(Tone::accent) : QColor(),
                             theme_->color(pair ? Tone::accent : Tone::t3),
                             {}});
    });
  matrix_->setCells(std::move(cells));
  matrix_->refreshWords();
}

}  // namespace hopscope
