// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/rules_model.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

QString hex(std::uint64_t address) {
  return QString::fromStdString(macText(address));
}

QString matchText(const RuleMatch& match) {
  QStringList parts;
  if (match.inPort != kNoPort) parts << RulesModel::tr("from port %1").arg(match.inPort);
  if (match.etherType != 0)
    parts << RulesModel::tr("type 0x%1").arg(match.etherType, 4, 16, QLatin1Char('0'));
  if (match.tunnel != 0) parts << RulesModel::tr("outer switch %1").arg(match.tunnel);
  if (match.destination.mask != 0)
    parts << RulesModel::tr("to %1").arg(hex(match.destination.value));
  if (match.source.mask != 0) parts << RulesModel::tr("from %1").arg(hex(match.source.value));
  return parts.isEmpty() ? RulesModel::tr("every frame") : parts.join(QStringLiteral(", "));
}

QString maskText(const RuleMatch& match) {
  QStringList parts;
  for (const Ternary* each : {&match.destination, &match.source})
    if (each->mask != 0)
      parts << (each->mask == kWholeMac ? RulesModel::tr("exact") : hex(each->mask));
  return parts.join(QStringLiteral(", "));
}

QString actionText(const RuleAction& action) {
  switch (action.kind) {
    case ActionKind::output:
      return RulesModel::tr("to port %1").arg(action.value);
    case ActionKind::outputToInPort:
      return RulesModel::tr("back to its port");
    case ActionKind::setSource:
      return RulesModel::tr("source becomes %1").arg(hex(action.value));
    case ActionKind::setDestination:
      return RulesModel::tr("destination becomes %1").arg(hex(action.value));
    case ActionKind::encapsulate:
      return RulesModel::tr("outer header to switch %1").arg(action.value);
    case ActionKind::encapsulateUdp:
      return RulesModel::tr("VXLAN to switch %1").arg(action.value);
    case ActionKind::decapsulate:
    case ActionKind::decapsulateUdp:
      return RulesModel::tr("outer header off");
    case ActionKind::goTo:
      return RulesModel::tr("go to table %1").arg(action.value);
  }
  return {};
}

/// Whether a rule applies to frames by now, in one word; `ports` as RulesModel::setHolding.
QString stateText(const Rule& rule, const std::map<PortIndex, double>& ports) {
  if (!rule.unlessPaused) return RulesModel::tr("always");
  const auto port = ports.find(static_cast<PortIndex>(rule.actions.back().value));
  if (port == ports.end()) return QStringLiteral("–");
  return port->second >= 1  ? RulesModel::tr("in force")
         : port->second > 0 ? RulesModel::tr("in part")
                            : RulesModel::tr("paused");
}

QString classText(const Rule& rule) {
  switch (rule.ruleClass) {
    case RuleClass::standard:
      return RulesModel::tr("The minimal path, while its port is not paused");
    case RuleClass::alternative:
      return RulesModel::tr("Takes the place of a minimal path whose port is paused");
    case RuleClass::ordinary:
      break;
  }
  return RulesModel::tr("Holds whatever is paused");
}

}  // namespace

void RulesModel::setRules(std::vector<Rule> rules) {
  beginResetModel();
  rules_ = std::move(rules);
  hits_.clear();
  otherPorts_.clear();
  holding_.clear();
  endResetModel();
}

void RulesModel::setHits(std::vector<std::optional<std::uint64_t>> counts, const QString& help) {
  if (counts == hits_ && help == hitsHelp_) return;
  hits_ = std::move(counts);
  hitsHelp_ = help;
  if (!rules_.empty())
    emit dataChanged(index(0, RulesModel::hits),
                     index(static_cast<int>(rules_.size()) - 1, RulesModel::hits));
}

void RulesModel::setOtherPorts(std::vector<std::set<PortIndex>> ports) {
  if (ports == otherPorts_) return;
  otherPorts_ = std::move(ports);
  if (!rules_.empty())
    emit dataChanged(index(0, RulesModel::action),
                     index(static_cast<int>(rules_.size()) - 1, RulesModel::action));
}

bool RulesModel::anyConditional() const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [](const Rule& rule) { return rule.unlessPaused; });
}

void RulesModel::setHolding(std::map<PortIndex, double> ports) {
  if (ports == holding_) return;
  holding_ = std::move(ports);
  if (!rules_.empty())
    emit dataChanged(index(0, RulesModel::state),
                     index(static_cast<int>(rules_.size()) - 1, RulesModel::state));
}

std::optional<std::uint64_t> RulesModel::hitsOf(int row) const {
  const auto at = static_cast<std::size_t>(row);
  return at < hits_.size() ? hits_[at] : std::nullopt;
}

int RulesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rules_.size());
}
int RulesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns;
}

QVariant RulesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= static_cast<int>(rules_.size())) return {};
  const Rule& rule = rules_[static_cast<std::size_t>(index.row())];
  const bool number = index.column() <= priority || index.column() == hits;
  if (role == Qt::TextAlignmentRole && number)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::FontRole) return fontOf(TextRole::body);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case table:
      return rule.table;
    case priority:
      return rule.priority;
    case match:
      return matchText(rule.match);
    case mask:
      return maskText(rule.match);
    case state:
      return role == Qt::ToolTipRole ? classText(rule) : stateText(rule, holding_);
    case hits: {
      const auto count = hitsOf(index.row());
      return count ? wholeText(static_cast<qint64>(*count)) : QStringLiteral("–");
    }
    default:
      break;
  }
  QStringList actions;
  for (const RuleAction& each : rule.actions) actions << actionText(each);
  if (actions.isEmpty()) return tr("drop");
  const QString text = actions.join(QStringLiteral(", "));
  const auto at = static_cast<std::size_t>(index.row());
  if (at >= otherPorts_.size() || otherPorts_[at].empty()) return text;
  QStringList others;
  for (const PortIndex port : otherPorts_[at]) others << QString::number(port);
  const QString more = tr("%1 or %2").arg(text, others.join(QStringLiteral(", ")));
  return role == Qt::ToolTipRole
             ? tr("%1\nLines of the forwarding caches hold the other ports: the adaptive routing "
                  "chooses among them.")
                   .arg(more)
             : more;
}

QVariant RulesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(
        (section <= priority || section == hits ? Qt::AlignRight : Qt::AlignLeft) |
        Qt::AlignVCenter);
  // The most-used rules come first at the first click.
  if (role == Qt::InitialSortOrderRole && section == hits) return Qt::DescendingOrder;
  if (role == Qt::ToolTipRole && section == hits && !hitsHelp_.isEmpty()) return hitsHelp_;
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case table:
      return tr("table");
    case priority:
      return tr("priority");
    case match:
      return tr("match");
    case mask:
      return tr("mask");
    case state:
      return tr("state");
    case hits:
      return tr("hits");
    default:
      return tr("action");
  }
}

}  // namespace hopscope
