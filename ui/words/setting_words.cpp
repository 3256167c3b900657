// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/setting_words.h"

#include <QObject>
#include <algorithm>

#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

QString settingText(const Parameter& parameter, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    for (const auto* names : {&parameter.choices, &parameter.keywords})
      for (const ParameterChoice& choice : *names)
        if (choice.name == *text) return engineText(choice.label);
    return longTextWords(value).value_or(QString::fromStdString(*text));
  }
  if (const auto* yes = std::get_if<bool>(&value))
    return *yes ? QObject::tr("yes") : QObject::tr("no");
  const auto* real = std::get_if<double>(&value);
  QString plain = real != nullptr ? plainText(*real) : QString::fromStdString(toText(value));
  if (parameter.unit.empty()) return plain;
  const auto* whole = std::get_if<std::int64_t>(&value);
  std::string unit = parameter.unit;
  if (whole != nullptr && *whole == 1 && (unit == "cycles" || unit == "flits")) unit.pop_back();
  return withUnit(whole != nullptr ? wholeText(*whole) : plain, unit.c_str());
}

std::optional<QString> longTextWords(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr || text->find('\n') == std::string::npos) return std::nullopt;
  const auto ends = std::count(text->begin(), text->end(), '\n');
  const auto lines = static_cast<qint64>(ends) + (text->back() == '\n' ? 0 : 1);
  return QObject::tr("%1, %2").arg(plural(lines, "line", "lines"),
                                   bytesText(static_cast<double>(text->size())));
}

QString settingLabel(const Parameter& parameter) {
  return QString::fromStdString(parameter.label.empty() ? parameter.name : parameter.label);
}

}  // namespace hopscope
