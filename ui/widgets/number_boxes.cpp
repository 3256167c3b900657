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

QString shownIn(const RealBox& box, double value) {
  return box.locale().toString(value, 'f', box.decimals());
}

QString shownIn(const WholeBox& box, int value) {
  QString text = box.locale().toString(value);
  if (!box.isGroupSeparatorShown()) text.remove(box.locale().groupSeparator());
  return text;
}

/// One decimal sign, whichever it is; no separators of thousands, which would make a thousand of
/// "1.000".
std::optional<double> realOf(QString text) {
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
  input = box.prefix() + shownIn(box, kept) + box.suffix();
  mark(box, false);
  if (box.isVisible())
    QToolTip::showText(
        box.mapToGlobal(QPoint(0, box.height())),
        QObject::tr("%1 to %2 are allowed: it is %3 now.")
            .arg(shownIn(box, box.minimum()), shownIn(box, box.maximum()), shownIn(box, kept)),
        const_cast<Box*>(&box));
}

}  // namespace

QValidator::State RealBox::validate(QString& input, int& place) const {
  static_cast<void>(place);
  return judge(*this, realOf(bareText(*this, input)));
}

double RealBox::valueFromText(const QString& text) const {
  return realOf(bareText(*this, text)).value_or(value());
}

void RealBox::fixup(QString& input) const {
  mend(*this, input, realOf(bareText(*this, input)));
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
