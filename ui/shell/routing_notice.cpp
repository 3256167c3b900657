// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/routing_notice.h"

#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/network_traits.h"
#include "engine/routing/routing_algorithm.h"
#include "ui/shell/message_bar.h"

namespace hopscope {

namespace {

const char* const kRoutingKey = "routing";

std::string routingOf(const Design& design) {
  const char* const path = "routing.algorithm";
  if (!findParameter(design, path)) return {};
  const Value value = effectiveValue(design, path);
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? *text : std::string();
}

QString labelOf(const std::string& routing) {
  const RoutingEntry* entry = routingAlgorithms().find(routing);
  return QString::fromStdString(entry != nullptr ? entry->label : routing);
}

}  // namespace

RoutingNotice::RoutingNotice(MessageBar& messages, QObject* parent)
    : QObject(parent), messages_(messages) {}

void RoutingNotice::setDocument(DesignDocument* document) {
  if (document_ != nullptr) document_->disconnect(this);
  document_ = document;
  messages_.clear(QLatin1String(kRoutingKey));
  kind_.clear();
  if (document_ == nullptr) return;
  kind_ = networkKind(document_->design());
  routing_ = routingOf(document_->design());
  connect(document_, &DesignDocument::loaded, this, [this] { kind_.clear(); });
  connect(document_, &DesignDocument::changed, this, &RoutingNotice::look);
}

void RoutingNotice::look() {
  const std::string kind = std::exchange(kind_, networkKind(document_->design()));
  if (kind_ != kind) messages_.clear(QLatin1String(kRoutingKey));
  const bool wasDrawn = kind.empty() || kind == kDrawnKind;
  if (wasDrawn && kind_ == kDrawnKind) return;  // how a large drawing routes takes a while to say
  const std::string routing = std::exchange(routing_, routingOf(document_->design()));
  if (wasDrawn || kind_ != kDrawnKind || routing == routing_ || routing.empty()) return;
  messages_.post(QLatin1String(kRoutingKey), Severity::note,
                 tr("This network is drawn by hand now. %1 does not fit it, so it routes by %2.")
                     .arg(labelOf(routing), labelOf(routing_)),
                 {{tr("Undo"), [this] {
                     if (document_ != nullptr) document_->undoStack().undo();
                   }}});
}

}  // namespace hopscope
