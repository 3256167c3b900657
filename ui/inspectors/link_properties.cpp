// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/link_properties.h"

#include <QVBoxLayout>
#include <QtGlobal>
#include <utility>
#include <variant>

#include "engine/design/link_bandwidths.h"
#include "ui/document/drawn_edits.h"
#include "ui/document/link_settings.h"
#include "ui/document/override_edits.h"
#include "ui/document/setting_numbers.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/property_row.h"
#include "ui/widgets/value_field.h"

namespace hopscope {

namespace {

/// A terminal's cable in a drawn network has the latency of its class, always.
std::set<LinkId> changeableLinks(const DesignDocument& document) {
  std::set<LinkId> links;
  for (const LinkId link : document.selection().links)
    if (!isDrawn(document.design()) || !document.topology()->links[link].a.isTerminal)
      links.insert(link);
  return links;
}

Parameter latencyParameter(bool terminals) {
  Parameter parameter;
  parameter.name = "link.latency";
  parameter.label = QT_TRANSLATE_NOOP("Engine", "Latency");
  parameter.type = ParameterType::integer;
  parameter.fallback = std::int64_t{1};
  parameter.minimum = terminals ? 0 : 1;
  parameter.maximum = 100'000;
  parameter.unit = "cycles";
  parameter.help = "Time from one end of the cable to the other.";
  return parameter;
}

Parameter bandwidthOfLinks() {
  Parameter parameter = bandwidthParameter();
  parameter.name = "link.bandwidth";
  return parameter;
}

Parameter classParameter() {
  Parameter parameter;
  parameter.name = "link.class";
  parameter.label = QT_TRANSLATE_NOOP("Engine", "Class");
  parameter.type = ParameterType::choice;
  parameter.choices = {{"local", QT_TRANSLATE_NOOP("Engine", "Local")},
                       {"global", QT_TRANSLATE_NOOP("Engine", "Global")}};
  parameter.fallback = std::string("local");
  parameter.help = QT_TRANSLATE_NOOP(
      "Engine", "What the link is to routing and buffers; a latency of its own stays.");
  return parameter;
}

/// Nothing where they differ.
ScopedValue classOf(const DesignDocument& document) {
  std::set<std::uint32_t> ids;
  for (const LinkId link : changeableLinks(document))
    ids.insert(document.topology()->linkIds[link]);
  std::set<std::string> classes;
  for (const DrawnLink& link : document.design().drawn.links)
    if (ids.count(link.id) != 0) classes.insert(link.linkClass);
  if (classes.size() != 1) return {};
  return {Value(*classes.begin()), false};
}

}  // namespace

LinkProperties::LinkProperties(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 10, 6);
  column->setSpacing(0);
  column->addWidget(makeRule(this));
}

void LinkProperties::makeRows() {
  for (PropertyRow* old : {class_, latency_, bandwidth_}) {
    if (old == nullptr) continue;
    old->field().setObjectName({});
    old->deleteLater();
  }
  class_ = new PropertyRow(classParameter(), *theme_, this);
  latency_ = new PropertyRow(latencyParameter(false), *theme_, this);
  bandwidth_ = new PropertyRow(bandwidthOfLinks(), *theme_, this);
  for (PropertyRow* row : {class_, latency_, bandwidth_}) {
    layout()->addWidget(row);
    row->show();
  }
  connect(&class_->field(), &ValueField::committed, this, [this] {
    const auto value = class_->field().value();
    const auto* name = value ? std::get_if<std::string>(&*value) : nullptr;
    if (name != nullptr && document_ != nullptr)
      document_->setLinkClass(changeableLinks(*document_), *name);
  });
  connect(&latency_->field(), &ValueField::committed, this, [this] {
    const auto value = latency_->field().value();
    const auto* cycles = value ? std::get_if<std::int64_t>(&*value) : nullptr;
    if (cycles != nullptr && document_ != nullptr)
      document_->setLinkLatency(changeableLinks(*document_), *cycles);
  });
  connect(&bandwidth_->field(), &ValueField::committed, this, [this] {
    const auto value = bandwidth_->field().value();
    if (value && document_ != nullptr)
      document_->setLinkBandwidth(changeableLinks(*document_),
                                  realAt({{"bandwidth", *value}}, "bandwidth"));
  });
}

void LinkProperties::refresh(DesignDocument* document, const Theme& theme) {
  document_ = document;
  const std::set<LinkId> links =
      document == nullptr ? std::set<LinkId>() : changeableLinks(*document);
  setVisible(!links.empty());
  if (document == nullptr || links.empty()) return;
  if (latency_ == nullptr || theme_ != &theme) {
    theme_ = &theme;
    makeRows();
  }
  if (std::exchange(shownFor_, links) != links)
    for (PropertyRow* row : {class_, latency_, bandwidth_}) row->dropTyped();
  const Design& design = document->design();
  const OverridesById overrides = overridesById(design.overrides);
  const auto ofAll = [&](const auto& valueOf) {
    ScopedValue shown;
    bool first = true;
    for (const LinkId link : links) {
      const ScopedValue one = valueOf(design, *document->topology(), link, overrides);
      shown.differs = shown.differs || one.differs;
      if (first)
        shown.value = one.value;
      else if (shown.value && !(one.value && sameValue(*shown.value, *one.value)))
        shown.value.reset();
      first = false;
    }
    return shown;
  };
  latency_->showValue(ofAll(linkLatency), tr("differs from the other links"));
  bandwidth_->showValue(ofAll(linkBandwidth), tr("differs from the other links"));
  class_->setVisible(isDrawn(design));  // a family's links have that of their place
  if (isDrawn(design)) class_->showValue(classOf(*document), {});
}

}  // namespace hopscope
