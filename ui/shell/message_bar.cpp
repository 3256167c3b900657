// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/drawing/icons.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {
constexpr std::size_t kBesideWords = 2;
/// Words in a column narrower than this have what is to be pressed below them, px.
constexpr int kLeastWords = 240;
/// Icon, cross and spaces of a line, px.
constexpr int kAroundWords = 90;
/// What a row of verbs leaves free beside it, px.
constexpr int kAroundVerbs = 40;
constexpr int kFoldedLines = 2;
/// Between what stands in a row, px.
constexpr int kGap = 8;

/// Where the last clause ends that a reader can do with alone; 0 where none is most of `text`.
qsizetype clauseEnd(const QString& text) {
  const qsizetype end =
      std::max(text.lastIndexOf(QLatin1String("; ")), text.lastIndexOf(QLatin1String(". ")));
  return 2 * end < text.size() ? 0 : end;
}

/// The first lines of `text` in a column of that width. Where there is more, they end behind a
/// clause if that leaves most of it: what follows may well be a number.
QString firstLines(const QString& text, const QFont& font, int width) {
  QTextLayout layout(text, font);
  layout.beginLayout();
  int from = 0;
  for (int line = 0; line < kFoldedLines; ++line) {
    QTextLine each = layout.createLine();
    if (!each.isValid()) return text;
    each.setLineWidth(width);
    from = each.textStart();
  }
  const bool more = layout.createLine().isValid();
  layout.endLayout();
  if (!more) return text;
  const QString cut =
      text.left(from) + QFontMetrics(font).elidedText(text.mid(from), Qt::ElideRight, width);
  const qsizetype clause = clauseEnd(cut);
  return clause > 0 ? cut.left(clause) + QStringLiteral(" …") : cut;
}

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(0);
  // The panels beside the canvas keep their width, however much there is to press.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
  hide();
}

void MessageBar::setTheme(const Theme& theme) {
  theme_ = &theme;
  QPalette colours = palette();
  colours.setColor(QPalette::Window, theme.color(Tone::edge));
  setPalette(colours);
  for (const Line& line : lines_) paintLine(line);
}

void MessageBar::setFloating(bool floating) {
  floating_ = floating;
  const int outline = floating ? 1 : 0;
  setAutoFillBackground(floating);
  column_->setContentsMargins(outline, outline, outline, outline);
  column_->setSpacing(outline);
  fold();
}

void MessageBar::unfold() {
  unfolded_ = true;
  fold();
}

/// Of several over the drawing, the newest is shown, in few lines, and how many more there are.
void MessageBar::fold() {
  const bool folded = floating_ && !unfolded_;
  // Before anything is hidden: the window gives the focus of what is to whatever comes next.
  const QPointer<QWidget> focus = window()->focusWidget();
  bool released = false;
  for (Line& line : lines_) {
    const bool newest = &line == &lines_.back();
    const auto others = lines_.size() - 1;
    // Before words are measured, which it takes room from.
    line.rest->setText(others > 0 ? tr("%1 more").arg(others) : tr("More"));
    line.rest->ensurePolished();
    showVerbs(line, QWIDGETSIZE_MAX);
    arrange(line);
    const bool several = folded && others > 0;
    bool cut = foldInto(line, folded, several);
    // Rather a row more than a sentence without its numbers.
    if (cut && !*line.below) {
      placeVerbs(line, true);
      cut = foldInto(line, folded, several);
    }
    // What shows the rest takes room of its own.
    if (folded && cut && !several) foldInto(line, folded, true);
    line.rest->setVisible(folded && newest && (cut || others > 0));
    line.frame->setVisible(!folded || newest);
    // From what unfolds the rest it goes to what stands beside that.
    const bool unfolds = !folded && focus == line.rest;
    released = released ||
               (focus && !unfolds && line.frame->isAncestorOf(focus) && !focus->isVisibleTo(this));
  }
  if (released) emit focusReleased();
}

/// Those that fit into a row, at least the first. Whether these are all.
bool MessageBar::showVerbs(const Line& line, int row) const {
  const QLayout* presses = line.verbs->layout();
  int used = 0;
  bool all = true;
  for (int i = 0; i < presses->count(); ++i) {
    QWidget* verb = presses->itemAt(i)->widget();
    used += (i > 0 ? presses->spacing() : 0) + verb->sizeHint().width();
    const bool fits = i == 0 || used <= row;
    verb->setVisible(fits);
    all = all && fits;
  }
  return all;
}

/// The words and verbs that there is room for, beside the button that shows the rest where that is
/// there. Whether anything was left out.
bool MessageBar::foldInto(Line& line, bool folded, bool withRest) const {
  const int rest = withRest ? line.rest->sizeHint().width() + kGap : 0;
  // Verbs in several rows would cover what is drawn below them.
  const bool less = folded && *line.below && !showVerbs(line, width() - kAroundVerbs - rest);
  const int beside = *line.below ? 0 : line.verbs->sizeHint().width() + kGap + rest;
  return foldWords(line, folded, beside) || less;
}

/// Whether words were left out.
bool MessageBar::foldWords(Line& line, bool folded, int beside) const {
  const int column = std::max(kLeastWords / 2, width() - kAroundWords - beside);
  const QString shown = folded ? firstLines(line.said, line.text->font(), column) : line.said;
  line.text->setText(shown);
  const bool cut = shown != line.said;
  line.text->setToolTip(cut ? line.said : QString());
  return cut;
}

void MessageBar::paintLine(const Line& line) const {
  const bool bad = line.severity == Severity::error, warn = line.severity == Severity::warning;
  QPalette colours = line.frame->palette();
  colours.setColor(QPalette::Window, theme_->color(bad    ? Tone::badSoft
                                                   : warn ? Tone::warnSoft
                                                          : Tone::infoSoft));
  line.frame->setPalette(colours);
  const Tone tone = bad ? Tone::bad : warn ? Tone::warn : Tone::info;
  const QString name = bad    ? QStringLiteral("error")
                       : warn ? QStringLiteral("warn")
                              : QStringLiteral("info");
  line.close->setIcon(icon(QStringLiteral("close"), *theme_, Tone::t1));
  line.icon->setPixmap(icon(name, *theme_, tone).pixmap(16, 16));
}

void MessageBar::post(const QString& key, Severity severity, const QString& text,
                      std::vector<MessageAction> actions) {
  clear(key);
  auto* frame = new QFrame(this);
  frame->setObjectName(QStringLiteral("message:") + key);
  frame->setAutoFillBackground(true);
  auto* rows = new QVBoxLayout(frame);
  rows->setContentsMargins(12, 4, 8, 4);
  rows->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setSpacing(kGap);
  rows->addLayout(row);
  auto* symbol = new QLabel(frame);
  auto* words = makeLabel(TextRole::body, text, frame);
  words->setWordWrap(true);
  words->setAccessibleName(text);
  row->addWidget(symbol);
  row->addWidget(words, 1);
  auto* foot = new QHBoxLayout;
  foot->setSpacing(kGap);
  rows->addLayout(foot);
  // More than a pair always stand below the words.
  const bool many = actions.size() > kBesideWords;
  auto* verbs = new QWidget(frame);
  verbs->setVisible(!actions.empty());
  auto* presses = new FlowLayout(verbs);
  presses->setContentsMargins(0, 0, 0, 0);
  presses->setSpacing(kGap);
  for (MessageAction& action : actions) {
    auto* button = new ElidedButton(verbs);
    button->setProperty("link", true);
    button->setFont(fontOf(TextRole::bold));
    button->setWords(action.verb);
    presses->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, key, act = std::move(action.act)] {
      // The button must outlive its own signal; what it does may post again under this key.
      const auto later = act;
      clear(key);
      if (later) later();
    });
  }
  auto* rest = new QToolButton(frame);
  rest->setObjectName(QStringLiteral("messageRest"));
  rest->setProperty("small", true);
  rest->setToolTip(tr("Show all that there is to say"));
  rest->hide();
  connect(rest, &QToolButton::clicked, this, &MessageBar::unfold);
  auto* close = new QToolButton(frame);
  close->setProperty("small", true);
  close->setToolTip(tr("Dismiss"));
  close->setAccessibleName(tr("Dismiss"));
  row->addWidget(close);
  connect(close, &QToolButton::clicked, this, [this, key] { clear(key); });
  lines_.push_back(
      {key, severity, frame, symbol, words, rest, close, verbs, row, foot, text, many, {}});
  paintLine(lines_.back());
  column_->addWidget(frame);
  unfolded_ = false;
  fold();  // shows it: the layout would do so only later where other messages are shown
  show();
}

/// Below the words where they would else become a narrow column.
void MessageBar::arrange(Line& line) const {
  const bool below =
      line.many || width() - line.verbs->sizeHint().width() - kAroundWords < kLeastWords;
  placeVerbs(line, below);
}

void MessageBar::placeVerbs(Line& line, bool below) {
  if (line.below == below) return;
  line.below = below;
  for (QWidget* each : {line.verbs, static_cast<QWidget*>(line.rest)}) {
    line.row->removeWidget(each);
    line.foot->removeWidget(each);
  }
  if (below) {
    line.foot->addWidget(line.verbs, 1);
    line.foot->addWidget(line.rest, 0, Qt::AlignTop | Qt::AlignRight);
  } else {
    line.row->insertWidget(2, line.verbs);
    line.row->insertWidget(3, line.rest);
  }
  line.verbs->setContentsMargins(below ? 16 : 0, 0, 0, 0);
}

void MessageBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fold();
}

void MessageBar::clear(const QString& key) {
  const auto found =
      std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) { return line.key == key; });
  if (found == lines_.end()) return;
  const QWidget* focus = window()->focusWidget();
  const bool focused = focus != nullptr && found->frame->isAncestorOf(focus);
  found->frame->hide();
  column_->removeWidget(found->frame);
  found->frame->setObjectName({});
  found->frame->deleteLater();
  lines_.erase(found);
  setVisible(!lines_.empty());
  fold();
  if (focused) emit focusReleased();
}

void MessageBar::clearAll() {
  while (!lines_.empty()) clear(lines_.back().key);
}

QString MessageBar::textOf(const QString& key) const {
  for (const Line& line : lines_)
    if (line.key == key) return line.said;
  return {};
}

}  // namespace hopscope
