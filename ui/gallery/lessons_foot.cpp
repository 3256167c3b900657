// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/lessons_foot.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

std::optional<std::size_t> nextLesson(const std::vector<LessonEntry>& lessons) {
  const auto placeOf = [&](const auto& found) -> std::optional<std::size_t> {
    if (found == lessons.end()) return std::nullopt;
    return static_cast<std::size_t>(found - lessons.begin());
  };
  const auto open = [](const LessonEntry& each) { return !each.done; };
  const auto begun = std::find_if(lessons.begin(), lessons.end(),
                                  [](const LessonEntry& each) { return each.begun && !each.done; });
  if (begun != lessons.end()) return placeOf(begun);
  const auto last = std::find_if_not(lessons.rbegin(), lessons.rend(), open).base();
  if (const auto after = std::find_if(last, lessons.end(), open); after != lessons.end())
    return placeOf(after);
  return placeOf(std::find_if(lessons.begin(), lessons.end(), open));
}

LessonsFoot::LessonsFoot(const QString& name, QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  done_ = makeLabel(TextRole::label, {}, this);
  done_->setObjectName(name + QStringLiteral(":done"));
  row->addWidget(done_);
  row->addStretch();
  goOn_ = new QPushButton(this);
  goOn_->setObjectName(name + QStringLiteral(":goOn"));
  goOn_->setProperty("link", true);
  goOn_->hide();  // until it is known with which
  connect(goOn_, &QPushButton::clicked, this, [this] {
    if (next_) emit chosen(static_cast<int>(*next_));
  });
  row->addWidget(goOn_);
}

void LessonsFoot::setLessons(const std::vector<LessonEntry>& lessons) {
  const auto done = std::count_if(lessons.begin(), lessons.end(),
                                  [](const LessonEntry& each) { return each.done; });
  done_->setText(tr("%1 of %2 done")
                     .arg(wholeText(static_cast<qint64>(done)),
                          wholeText(static_cast<qint64>(lessons.size()))));
  next_ = nextLesson(lessons);
  goOn_->setVisible(next_.has_value());
  if (!next_) return;
  const QString number = wholeText(static_cast<qint64>(*next_) + 1);
  const bool fresh = done == 0 && !lessons[*next_].begun;
  goOn_->setText(fresh ? tr("Begin with lesson %1").arg(number)
                       : tr("Continue with lesson %1").arg(number));
}

}  // namespace hopscope
