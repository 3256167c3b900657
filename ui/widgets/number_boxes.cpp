// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_boxes.h"

#include <QLocale>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

/// What stands between prefix and suffix.
template <typename Box>
QString bareText(const Box& box, QString text) {
  if (!box.prefix().isEmpty() && text.startsWith(box.prefix())) text.remove(0, box.prefix().size());
  if (!box.suffix().isEmpty() && text.endsWith(box.suffix())) text.chop(box.suffix().size());
  return text.trimmed();
}

/// One decimal sign, whichever it is, and no separators of thousands. What may be meant as either,
/// as "12,500" where that is how thousands are written, is no number.
std::optional<double> realOf(const QLocale& locale, QString text) {
  const QString group = locale.groupSeparator();
  const qsizetype at = text.indexOf(group);
  const QString whole = text.left(at), behind = text.mid(at + group.size());
  const bool thousands = at > 0 && behind.size() == 3 && whole != QLatin1String("0") &&
                         std::all_of(behind.begin(), behind.end(),
                                     [](QChar character) { return character.isDigit(); });
  if (thousands) return {};
  text.replace(QLatin1Char(','), QLatin1Char('.'));
  bool number = false;
  const double value = text.toDouble(&number);
  if (!number || !std::isfinite(value)) return {};
  return value;
}

std::optional<double> wholeOf(const QLocale& locale, const QString& text) {
  bool number = false;
  qint64 value = text.toLongLong(&number);
  if (!number) value = locale.toLongLong(text, &number);
  if (!number) return {};
  return static_cast<double>(value);
}

/// Marks the field while it holds what is not allowed; a mark of its owner's stays as it is.
template <typename Box>
void mark(const Box& box, bool refused) {
  constexpr const char* kRefused = "refused";
  if (box.property(kRefused).toBool() == refused) return;
  auto* widget = const_cast<Box*>(&box);  // a validator is const, what it shows is not
  widget->setProperty(kRefused, refused);
  setStyleProperty(widget, "invalid", refused);
}

template <typename Box>
QValidator::State judge(const Box& box, std::optional<double> number) {
  const bool allowed = number && *number >= box.minimum() && *number <= box.maximum();
  mark(box, !allowed);
  return allowed ? QValidator::Acceptable : QValidator::Intermediate;
}

/// Puts the nearest allowed number, else the one before, in place of what was typed, and says so.
template <typename Box>
void mend(const Box& box, QString& input, std::optional<double> number) {
  using Number = decltype(box.value());
  const Number kept =
      number ? static_cast<Number>(std::clamp(*number, static_cast<double>(box.minimum()),
                                              static_cast<double>(box.maximum())))
             : box.value();
  input = box.prefix() + box.textFromValue(kept) + box.suffix();
  mark(box, false);
  if (box.isVisible())
    QToolTip::showText(box.mapToGlobal(QPoint(0, box.height())),
                       QObject::tr("%1 to %2 are allowed: it is %3 now.")
                           .arg(box.textFromValue(box.minimum()), box.textFromValue(box.maximum()),
                                box.textFromValue(kept)),
                       const_cast<Box*>(&box));
}

}  // namespace

QValidator::State RealBox::validate(QString& input, int& place) const {
  static_cast<void>(place);
  return judge(*this, realOf(locale(), bareText(*this, input)));
}

double RealBox::valueFromText(const QString& text) const {
  return realOf(locale(), bareText(*this, text)).value_or(value());
}

void RealBox::fixup(QString& input) const {
  mend(*this, input, realOf(locale(), bareText(*this, input)));
}

QValidator::State WholeBox::validate(QString& input, int& place) const {
  static_cast<void>(place);
  return judge(*this, wholeOf(locale(), bareText(*this, input)));
}

int WholeBox::valueFromText(const QString& text) const {
  const std::optional<double> number = wholeOf(locale(), bareText(*this, text));
  return number ? static_cast<int>(*number) : value();
}

void WholeBox::fixup(QString& input) const {
  mend(*this, input, wholeOf(locale(), bareText(*this, input)));
}

}  // namespace hopscope
