// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/drawing/icons.h"
#include "ui/shell/fuzzy.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

constexpr int kItemRole = Qt::UserRole, kPlacesRole = Qt::UserRole + 1;
constexpr int kWidth = 560, kRow = 28, kRows = 11;

/// A line of the palette: icon, text with the letters found in bold, kind and hint at the right.
class PaletteDelegate final : public QStyledItemDelegate {
 public:
  PaletteDelegate(const std::vector<PaletteItem>& items, const Theme& theme, QObject* parent)
      : QStyledItemDelegate(parent), items_(items), theme_(theme) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {kWidth - 40, kRow};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const PaletteItem& item = items_[index.data(kItemRole).toUInt()];
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect row = option.rect.adjusted(0, 1, 0, -1);
    if ((option.state & QStyle::State_Selected) != 0) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(theme_.color(Tone::accentSoft));
      painter->drawRoundedRect(row, 4, 4);
    }
    item.icon.paint(painter, QRect(row.left() + 8, row.center().y() - 7, 16, 16));
    int right = row.right() - 10;
    const auto note = [&](const QString& text, Tone tone) {
      if (text.isEmpty()) return;
      painter->setFont(fontOf(TextRole::secondary));
      painter->setPen(theme_.color(tone));
      const int wide = painter->fontMetrics().horizontalAdvance(text);
      painter->drawText(QRect(right - wide, row.top(), wide, row.height()),
                        Qt::AlignRight | Qt::AlignVCenter, text);
      right -= wide + 16;
    };
    note(item.hint, Tone::t2);
    note(item.kind, Tone::t3);
    int x = row.left() + 34;
    const QList<QVariant> places = index.data(kPlacesRole).toList();
    for (int i = 0; i < item.text.size(); ++i) {
      const bool found = places.contains(i);
      painter->setFont(fontOf(found ? TextRole::bold : TextRole::body));
      painter->setPen(theme_.color(found ? Tone::accentText : Tone::t1));
      const int wide = painter->fontMetrics().horizontalAdvance(item.text[i]);
      if (x + wide > right) {
        painter->drawText(QPoint(x, baseline(row, *painter)), QStringLiteral("…"));
        break;
      }
      painter->drawText(QPoint(x, baseline(row, *painter)), QString(item.text[i]));
      x += wide;
    }
    painter->restore();
  }

 private:
  static int baseline(const QRect& row, const QPainter& painter) {
    const QFontMetrics metrics = painter.fontMetrics();
    return row.center().y() + (metrics.ascent() - metrics.descent()) / 2 + 1;
  }

  const std::vector<PaletteItem>& items_;
  const Theme& theme_;
};

}  // namespace

CommandPalette::CommandPalette(std::vector<PaletteItem> items, PaletteSearch search,
                               const Theme& theme, QWidget* window)
    : QDialog(window, Qt::Dialog | Qt::FramelessWindowHint),
      items_(std::move(items)),
      given_(items_.size()),
      search_(std::move(search)),
      theme_(theme) {
  setObjectName(QStringLiteral("commandPalette"));
  setWindowTitle(tr("Find an action or object"));
  auto* frame = new QFrame(this);
  frame->setProperty("card", "true");
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(frame);
  // It is as high as what is listed, also once the list has a new height.
  outer->setSizeConstraint(QLayout::SetFixedSize);
  auto* column = new QVBoxLayout(frame);
  column->setContentsMargins(12, 12, 12, 12);
  column->setSpacing(8);
  field_ = new QLineEdit(frame);
  field_->setObjectName(QStringLiteral("paletteField"));
  field_->setPlaceholderText(tr("Find an action or object"));
  field_->setAccessibleName(field_->placeholderText());
  field_->addAction(icon(QStringLiteral("search"), theme), QLineEdit::LeadingPosition);
  field_->installEventFilter(this);
  column->addWidget(field_);
  list_ = new QListWidget(frame);
  list_->setObjectName(QStringLiteral("paletteList"));
  list_->setAccessibleName(tr("What fits"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setUniformItemSizes(true);
  list_->setItemDelegate(new PaletteDelegate(items_, theme_, list_));
  column->addWidget(list_);
  none_ = makeLabel(TextRole::secondary, tr("Nothing has that name."), frame);
  column->addWidget(none_);
  connect(field_, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::choose);
  frame->setFixedWidth(kWidth);
  filter();
  const QPoint top = window->mapToGlobal(QPoint((window->width() - kWidth) / 2, 72));
  move(top);
}

void CommandPalette::filter() {
  struct Hit {
    int score;
    std::size_t item;
    std::vector<int> places;
  };
  std::vector<Hit> hits;
  items_.resize(given_);
  for (std::size_t i = 0; i < given_; ++i) {
    if (auto match = fuzzyMatch(field_->text(), items_[i].text)) {
      hits.push_back({match->score, i, std::move(match->places)});
    } else if (const auto wide =
                   fuzzyMatch(field_->text(), items_[i].kind + QLatin1Char(' ') + items_[i].text)) {
      hits.push_back({wide->score - 1000, i, {}});
    }
  }
  if (!field_->text().trimmed().isEmpty())
    std::stable_sort(hits.begin(), hits.end(),
                     [](const Hit& a, const Hit& b) { return a.score > b.score; });
  for (PaletteItem& found : search_(field_->text())) {
    hits.push_back({0, items_.size(), {}});
    items_.push_back(std::move(found));
  }
  list_->clear();
  for (const Hit& hit : hits) {
    auto* row = new QListWidgetItem(list_);
    row->setData(Qt::AccessibleTextRole,
                 items_[hit.item].kind + QStringLiteral(": ") + items_[hit.item].text);
    row->setData(kItemRole, static_cast<uint>(hit.item));
    QList<QVariant> places;
    for (const int place : hit.places) places << place;
    row->setData(kPlacesRole, places);
  }
  if (list_->count() > 0) list_->setCurrentRow(0);
  none_->setVisible(list_->count() == 0);
  list_->setFixedHeight(std::min(list_->count(), kRows) * kRow);
  list_->setVisible(list_->count() > 0);
}

QStringList CommandPalette::listed() const {
  QStringList texts;
  for (int row = 0; row < list_->count(); ++row)
    texts << items_[list_->item(row)->data(kItemRole).toUInt()].text;
  return texts;
}

void CommandPalette::choose() {
  const QListWidgetItem* row = list_->currentItem();
  if (row == nullptr) return;
  const std::function<void()> act = items_[row->data(kItemRole).toUInt()].act;
  accept();
  if (act) QMetaObject::invokeMethod(parentWidget(), act, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
      case Qt::Key_Down:
      case Qt::Key_Up:
      case Qt::Key_PageDown:
      case Qt::Key_PageUp:
        QApplication::sendEvent(list_, event);
        return true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        choose();
        return true;
      default:
        break;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace hopscope
