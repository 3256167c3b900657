// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include <QLabel>
#include <algorithm>
#include <utility>

#include "ui/drawing/icons.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/labels.h"

namespace hopscope {

StatusLine::StatusLine(QWidget* parent) : QStatusBar(parent), theme_(&Theme::light()) {
  setSizeGripEnabled(false);
  setFixedHeight(26);
  setContentsMargins(8, 0, 8, 0);
  const auto label = [&](const char* name) {
    auto* made = makeLabel(TextRole::secondary, {}, this);
    made->setObjectName(QLatin1String(name));
    made->setContentsMargins(0, 0, 8, 0);
    return made;
  };
  icon_ = new QLabel(this);
  state_ = label("statusState");
  note_ = label("statusNote");
  cycles_ = label("statusCycles");
  hops_ = label("statusHops");
  frames_ = label("statusFrames");
  for (QLabel* each : {icon_, state_, note_, cycles_, hops_, frames_}) addWidget(each);
  // Words of any length: they give way to what stands beside them.
  const auto button = [&](const char* name) {
    auto* made = new ElidedButton(this);
    made->setObjectName(QLatin1String(name));
    made->setProperty("link", true);
    made->setFont(fontOf(TextRole::secondary));
    made->setIconSize({12, 12});
    made->setStyleSheet(QStringLiteral("min-height: 18px; max-height: 18px; padding: 0 2px;"));
    made->hide();
    return made;
  };
  study_ = button("statusStudy");
  finding_ = button("statusFinding");
  connect(study_, &ElidedButton::clicked, this, [this] {
    if (work_.empty() || !work_.back().show) return;
    const auto show = work_.back().show;  // what it does may end that work
    show();
  });
  connect(finding_, &ElidedButton::clicked, this, &StatusLine::findingClicked);
  seed_ = label("statusSeed");
  left_ = label("statusLeft");
  addPermanentWidget(study_);
  addPermanentWidget(finding_);
  addPermanentWidget(seed_);
  addPermanentWidget(left_);
}

void StatusLine::setTheme(const Theme& theme) {
  theme_ = &theme;
  showIcons();
}

void StatusLine::showIcons() {
  const Tone tone = lively_ ? Tone::accentText : Tone::t2;
  icon_->setPixmap(stateIcon_.isEmpty() ? QPixmap()
                                        : icon(stateIcon_, *theme_, tone).pixmap(14, 14));
  switch (standing_) {
    case Standing::sound:
      finding_->setIcon(icon(QStringLiteral("ok"), *theme_, Tone::ok));
      break;
    case Standing::open:
      finding_->setIcon(icon(QStringLiteral("info"), *theme_, Tone::t2));
      break;
    case Standing::warning:
      finding_->setIcon(icon(QStringLiteral("warn"), *theme_, Tone::warn));
      break;
    case Standing::error:
      finding_->setIcon(icon(QStringLiteral("error"), *theme_, Tone::bad));
      break;
  }
}

void StatusLine::setState(const QString& icon, const QString& text, bool lively) {
  if (stateIcon_ != icon || lively_ != lively) {
    stateIcon_ = icon;
    lively_ = lively;
    setStyleProperty(state_, "tone", lively ? "accent" : "t2");
    showIcons();
  }
  state_->setText(text);
}

void StatusLine::setPace(const QString& cycles, const QString& hops, const QString& frames) {
  cycles_->setText(cycles);
  hops_->setText(hops);
  frames_->setText(frames);
}

void StatusLine::setNote(const QString& text) {
  note_->setText(text);
}

void StatusLine::setFinding(const QString& text, Standing standing) {
  finding_->setWords(text);
  showFinding(findingShown_);
  if (standing_ == standing) return;
  standing_ = standing;
  showIcons();
}

void StatusLine::showFinding(bool shown) {
  findingShown_ = shown;
  finding_->setVisible(shown && !findingWithheld_ && !finding_->words().isEmpty());
}

void StatusLine::withholdFinding(bool withheld) {
  findingWithheld_ = withheld;
  showFinding(findingShown_);
}

void StatusLine::setRight(const QString& seed, const QString& timeLeft) {
  seed_->setText(seed);
  left_->setText(timeLeft);
}

void StatusLine::setStudy(const QObject* whose, const QString& text, std::function<void()> show) {
  const auto found = std::find_if(work_.begin(), work_.end(),
                                  [whose](const Work& each) { return each.whose == whose; });
  if (text.isEmpty()) {
    if (found != work_.end()) work_.erase(found);
  } else if (found != work_.end()) {
    *found = {whose, text, std::move(show)};
  } else {
    work_.push_back({whose, text, std::move(show)});
  }
  study_->setWords(work_.empty() ? QString() : work_.back().text);
  study_->setVisible(!work_.empty());
}

QString StatusLine::framesText() const {
  return frames_->text();
}
QString StatusLine::stateText() const {
  return state_->text();
}

}  // namespace hopscope
