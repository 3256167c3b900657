// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generate_layout.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QStyledItemDelegate>

#include "engine/topology/generator.h"
#include "ui/drawing/icons.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr int kMargin = 16;
constexpr int kFamilyRow = 28;
constexpr int kFormWidth = 268;     // what the fields need
constexpr int kScrollBarRoom = 16;  // beside it, so that a scroll bar takes nothing from them

/// A row of the family list: the whole width marked, the icon in line with the filter above.
class FamilyDelegate : public QStyledItemDelegate {
 public:
  FamilyDelegate(const Theme& theme, QObject* parent)
      : QStyledItemDelegate(parent), theme_(theme) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    static_cast<void>(index);
    return {option.rect.width(), kFamilyRow};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const bool hovered = (option.state & QStyle::State_MouseOver) != 0;
    if (selected || hovered)
      painter->fillRect(option.rect, theme_.color(selected ? Tone::accentSoft : Tone::raised));
    const auto name = index.data(Qt::UserRole).toString().toStdString();
    const QRectF iconRect(option.rect.left() + 12, option.rect.center().y() - 7.5, 16, 16);
    drawIcon(*painter, familyIcon(name), iconRect,
             theme_.color(selected ? Tone::accentText : Tone::t2));
    painter->setFont(fontOf(selected ? TextRole::bold : TextRole::body));
    painter->setPen(theme_.color(selected ? Tone::accentText : Tone::t1));
    painter->drawText(option.rect.adjusted(36, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data(Qt::DisplayRole).toString());
    if (selected && (option.state & QStyle::State_HasFocus) != 0) {
      painter->setPen(QPen(theme_.color(Tone::accentText), 2));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
  }

 private:
  const Theme& theme_;
};

QWidget* verticalRule(QWidget* parent) {
  QWidget* rule = makeVerticalRule(1, parent);
  rule->setMaximumHeight(QWIDGETSIZE_MAX);
  return rule;
}

QWidget* familyColumn(GenerateLayout& parts, const Theme& theme, QWidget* parent) {
  auto* side = new QWidget(parent);
  side->setFixedWidth(184);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 12, 0, 12);
  column->setSpacing(8);

  parts.filter = new QLineEdit(side);
  parts.filter->setPlaceholderText(QDialog::tr("Filter"));
  parts.filter->setAccessibleName(QDialog::tr("Filter families"));
  parts.filter->setClearButtonEnabled(true);
  parts.filter->addAction(icon(QStringLiteral("search"), theme), QLineEdit::LeadingPosition);
  auto* inset = new QHBoxLayout;
  inset->setContentsMargins(12, 0, 12, 0);
  inset->addWidget(parts.filter);
  column->addLayout(inset);

  parts.families = new QListWidget(side);
  parts.families->setAccessibleName(QDialog::tr("Families"));
  parts.families->setFrameShape(QFrame::NoFrame);
  parts.families->setProperty("surface", "panel");
  parts.families->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  parts.families->setItemDelegate(new FamilyDelegate(theme, parts.families));
  parts.families->setMouseTracking(true);
  for (const Generator& generator : generators()) {
    auto* item = new QListWidgetItem(engineText(generator.label), parts.families);
    item->setData(Qt::UserRole, QString::fromStdString(generator.name));
    item->setToolTip(QString::fromStdString(generator.source));
  }
  column->addWidget(parts.families, 1);
  return side;
}

QWidget* formColumn(GenerateLayout& parts, const Theme& theme, QWidget* parent) {
  auto* body = new QWidget(parent);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(kMargin, kMargin, kMargin, 12);
  column->setSpacing(4);
  parts.title = makeLabel(TextRole::section, {}, body);
  parts.help = makeLabel(TextRole::label, {}, body);
  parts.help->setWordWrap(true);
  column->addWidget(parts.title);
  column->addWidget(parts.help);
  parts.balance = new BalanceNote(body);
  column->addWidget(parts.balance);
  column->addSpacing(8);
  parts.form = new ParameterForm(theme, body);
  column->addWidget(parts.form);
  column->addWidget(makeRule(body));
  column->addSpacing(8);
  parts.formColumn = new QVBoxLayout;
  column->addLayout(parts.formColumn);
  column->addSpacing(12);
  column->addStretch();
  auto* verdictRow = new QHBoxLayout;
  verdictRow->setSpacing(8);
  parts.verdictIcon = new QLabel(body);
  parts.verdictIcon->setFixedSize(16, 16);
  parts.verdict = makeLabel(TextRole::label, {}, body);
  parts.verdict->setWordWrap(true);
  parts.verdict->setMinimumHeight(48);
  parts.verdict->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  verdictRow->addWidget(parts.verdictIcon, 0, Qt::AlignTop);
  verdictRow->addWidget(parts.verdict, 1);
  column->addLayout(verdictRow);
  QScrollArea* scroll = columnScroll(body, parent);
  scroll->setFixedWidth(kFormWidth + kScrollBarRoom);
  return scroll;
}

QWidget* previewColumn(GenerateLayout& parts, const Theme& theme, QWidget* parent) {
  auto* side = new QWidget(parent);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(kMargin, kMargin, kMargin, 12);
  column->setSpacing(8);
  parts.preview = new NetworkPreview(theme, side);
  parts.facts = new FactsTable(side);
  column->addWidget(parts.preview, 1);
  column->addWidget(parts.facts);
  return fittedScroll(side, parent);
}

QWidget* footer(GenerateLayout& parts, QWidget* parent) {
  auto* bar = new QWidget(parent);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(kMargin, 12, kMargin, 12);
  row->setSpacing(8);
  parts.status = makeLabel(TextRole::label, {}, bar);
  parts.status->setWordWrap(true);
  row->addWidget(parts.status, 1);
  parts.insert = new QPushButton(QDialog::tr("Insert beside"), bar);
  parts.cancel = new QPushButton(QDialog::tr("Cancel"), bar);
  parts.generate = new QPushButton(QDialog::tr("Generate"), bar);
  parts.generate->setProperty("primary", true);
  parts.generate->setDefault(true);
  parts.insert->setAutoDefault(false);
  parts.cancel->setAutoDefault(false);
  QFont bold = fontOf(TextRole::bold);
  parts.generate->setFont(bold);
  for (QPushButton* button : {parts.insert, parts.cancel, parts.generate}) row->addWidget(button);
  return bar;
}

}  // namespace

GenerateLayout layOutGenerateDialog(QDialog& dialog, const Theme& theme) {
  GenerateLayout parts{};
  auto* outer = new QVBoxLayout(&dialog);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(0);
  columns->addWidget(familyColumn(parts, theme, &dialog));
  columns->addWidget(verticalRule(&dialog));
  columns->addWidget(formColumn(parts, theme, &dialog));
  columns->addWidget(verticalRule(&dialog));
  columns->addWidget(previewColumn(parts, theme, &dialog), 1);
  outer->addWidget(makeRule(&dialog));
  outer->addLayout(columns, 1);
  outer->addWidget(makeRule(&dialog));
  outer->addWidget(footer(parts, &dialog));
  dialog.resize(QSize(1000, 640).boundedTo(screenRoom(dialog)));
  return parts;
}

}  // namespace hopscope
