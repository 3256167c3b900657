// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/setting_edits.h"

#include <QObject>
#include <functional>
#include <set>
#include <variant>

#include "engine/design/change_settings.h"
#include "engine/design/compile.h"
#include "ui/document/drawn_edits.h"
#include "ui/document/override_edits.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

/// What is said of parts by their id is void once the network is another one.
void dropParts(Design& design) {
  // Words stay.
  design.layout = {{}, {}, {}, std::move(design.layout.notes)};
  Issues issues;
  const std::shared_ptr<const Topology> topology = buildTopology(design, issues);
  if (!topology) return;
  const std::set<std::uint32_t> routers(topology->routerIds.begin(), topology->routerIds.end());
  keepOverrides(
      design.overrides, [&routers](std::uint32_t id) { return routers.count(id) != 0; },
      [](std::uint32_t) { return false; });
}

void changeSetting(Design& design, const std::string& path,
                   const std::function<void(Values&)>& change) {
  changeSettings(design, change);
  if (path.rfind("topology.", 0) == 0) {
    if (!isDrawn(design)) design.drawn = {};
    dropParts(design);
    fitRouting(design);
  }
}

}  // namespace

void setSetting(Design& design, const std::string& path, const Value& value) {
  changeSetting(design, path, [&](Values& settings) { settings[path] = value; });
}

void resetSetting(Design& design, const std::string& path) {
  changeSetting(design, path, [&](Values& settings) { settings.erase(path); });
}

QString inSentence(const QString& label) {
  const bool isAcronym = label.size() > 1 && label[1].isUpper();
  if (label.isEmpty() || isAcronym) return label;
  return label.left(1).toLower() + label.mid(1);
}

QString settingStepName(const std::optional<Parameter>& parameter, const std::string& path,
                        const Value& value) {
  QString text = QString::fromStdString(toText(value));
  if (!parameter) return QObject::tr("Set %1 to %2").arg(QString::fromStdString(path), text);
  // A line of all that the classes are would be too long.
  if (parameter->type == ParameterType::classes)
    return QObject::tr("Change %1").arg(inSentence(engineText(parameter->label)));
  for (const ParameterChoice& choice : parameter->choices)
    if (std::holds_alternative<std::string>(value) && std::get<std::string>(value) == choice.name)
      text = inSentence(engineText(choice.label));
  const QString label = inSentence(engineText(parameter->label));
  if (const auto* on = std::get_if<bool>(&value))
    return (*on ? QObject::tr("Turn %1 on") : QObject::tr("Turn %1 off")).arg(label);
  if (!parameter->unit.empty() && !std::holds_alternative<std::string>(value))
    text += QChar(QChar::Nbsp) + engineText(parameter->unit);
  return QObject::tr("Set %1 to %2").arg(label, text);
}

}  // namespace hopscope
