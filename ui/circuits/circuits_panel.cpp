// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/circuits_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "ui/circuits/circuit_matrix.h"
#include "ui/circuits/pass_page.h"
#include "ui/circuits/shifted_page.h"
#include "ui/circuits/slots_page.h"
#include "ui/inspectors/past_bar.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segment_bar.h"

namespace hopscope {

namespace {

/// Milliseconds: less than between two pulls, so that each of them is drawn; with more, every other
/// one would be.
constexpr int kBetweenDrawings = 20;
constexpr int kLeastHeight = 140;  ///< px: the wheel

}  // namespace

CircuitsPanel::CircuitsPanel(QWidget* parent)
    : QWidget(parent),
      bar_(new SegmentBar(this)),
      shiftedPage_(new ShiftedPage(this)),
      past_(new PastBar(this)),
      pages_(new QStackedWidget(this)),
      hint_(makeLabel(TextRole::label, {}, this)),
      slotsPage_(new SlotsPage(this)),
      matrix_(new CircuitMatrix(this)),
      pass_(new PassPage(this)) {
  setObjectName(QStringLiteral("circuitsPanel"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(past_);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 4, 12, 0);
  buttons_[0] = bar_->add(tr("Slots"), "circuits.slots", tr("Time slots and their turns"));
  buttons_[1] =
      bar_->add(tr("Circuits"), "circuits.matrix", tr("Who has a circuit, and who waits"));
  buttons_[2] =
      bar_->add(tr("Scheduler"), "circuits.pass", tr("A pass of the scheduler, cell by cell"));
  for (int i = 0; i < 3; ++i)
    connect(buttons_[i], &QToolButton::clicked, this,
            [this, i] { showPage(static_cast<Page>(i)); });
  head->addWidget(bar_);
  head->addStretch();
  column->addLayout(head);
  hint_->setContentsMargins(12, 8, 12, 0);
  hint_->setWordWrap(true);
  hint_->setObjectName(QStringLiteral("circuitsHint"));
  column->addWidget(hint_);
  for (QWidget* each : {static_cast<QWidget*>(slotsPage_), static_cast<QWidget*>(matrix_),
                        static_cast<QWidget*>(pass_), static_cast<QWidget*>(shiftedPage_)})
    pages_->addWidget(each);
  // Beside the ranks of an application there is less height than pages need.
  QScrollArea* area = columnScroll(pages_, this);
  area->setMinimumHeight(kLeastHeight);
  column->addWidget(area, 1);
  connect(past_, &PastBar::insideRequested, this, &CircuitsPanel::insideRequested);
  connect(shiftedPage_, &ShiftedPage::partsWanted, this, &CircuitsPanel::partsWanted);
  showPage(Page::turns);
}

void CircuitsPanel::setTheme(const Theme& theme) {
  slotsPage_->setTheme(theme);
  matrix_->setTheme(theme);
  pass_->setTheme(theme);
  shiftedPage_->setTheme(theme);
}

void CircuitsPanel::lookAt(RouterId router) {
  if (router != std::exchange(lookedAt_, router)) shiftedPage_->showRouter(router);
}

void CircuitsPanel::showPage(Page page) {
  pages_->setCurrentIndex(static_cast<int>(page));
  if (page != Page::shifted) {
    ofCrossbar_ = page;
    buttons_[static_cast<int>(page)]->setChecked(true);
  }
  fillPage();
}

void CircuitsPanel::fillPage() {
  switch (page()) {
    case Page::turns:
      return slotsPage_->setShown(shown_, detail_);
    case Page::circuits:
      return matrix_->setDetail(detail_);
    case Page::scheduler:
      return pass_->setDetail(detail_);
    case Page::shifted:
      break;  // as it is shown
  }
}

CircuitsPanel::Page CircuitsPanel::page() const {
  return static_cast<Page>(pages_->currentIndex());
}

bool CircuitsPanel::fits(const RunView& view) {
  if (view.snapshot != nullptr) return view.snapshot->circuits != nullptr;
  if (view.inside != nullptr && view.inside->circuits) return true;
  return view.results != nullptr &&
         (!view.results->timeSlots.empty() || !std::isnan(view.results->circuitHitRate));
}

void CircuitsPanel::choosePages(bool shifted) {
  bar_->setVisible(!shifted);
  if (shifted != (page() == Page::shifted)) showPage(shifted ? Page::shifted : ofCrossbar_);
}

/// Where slots move on hop by hop; false: they do not. The plan of a run is the same at all times.
bool CircuitsPanel::showShifted(const RunView& view) {
  const Snapshot* const state = view.state();
  const bool known = state != nullptr && state->circuits != nullptr;
  const CircuitDetail* const any = known                      ? state->circuits.get()
                                   : view.snapshot != nullptr ? view.snapshot->circuits.get()
                                                              : nullptr;
  const bool crossbar = view.results != nullptr && !view.results->timeSlots.empty();
  const bool shifted = any != nullptr ? any->shifted != nullptr : !crossbar;
  choosePages(shifted);
  if (!shifted) return false;
  shiftedPage_->setDetail(view.topology, any != nullptr ? any->shifted : nullptr, known);
  hint_->setText(known ? QString()
                 : any != nullptr
                     ? tr("What was sent by that moment is not recorded; look inside. The plan is "
                          "that of the whole run.")
                     : tr("Whose slots there were is not kept; go to a moment on the timeline and "
                          "look inside."));
  hint_->setVisible(!known);
  return true;
}

void CircuitsPanel::showRun(const RunView& view, bool force) {
  if (!force && sinceShown_.isValid() && sinceShown_.elapsed() < kBetweenDrawings) return;
  sinceShown_.start();
  past_->show(view);
  if (showShifted(view)) return;
  const Snapshot* state = view.state();
  detail_ = state != nullptr ? state->circuits : nullptr;
  shown_ = detail_                   ? slotsNow(*detail_)
           : view.results != nullptr ? slotsOf(view.results->timeSlots)
                                     : SlotsShown{};
  fillPage();
  hint_->setText(
      detail_     ? QString()
      : view.past ? tr("What circuits there were at that moment is not recorded; look inside.")
                  : tr("Slots over the measured interval. For turns and circuits, go to a moment "
                       "on the timeline and look inside."));
  hint_->setVisible(!detail_);
}

}  // namespace hopscope
