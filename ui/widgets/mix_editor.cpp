// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/mix_editor.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/core/declare.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/property_groups.h"
#include "ui/widgets/property_row.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kLeastShare = 1e-6, kMostShare = 1e6;

/// A name that no class has.
std::string freeName(const std::vector<MixPart>& parts) {
  for (std::size_t i = parts.size();; ++i)
    if (std::none_of(parts.begin(), parts.end(),
                     [&](const MixPart& part) { return part.name == usualClassName(i); }))
      return usualClassName(i);
}

/// The patterns that a class may have.
std::vector<ParameterChoice> patternChoices() {
  std::vector<ParameterChoice> choices;
  for (const TrafficEntry& entry : trafficPatterns())
    if (entry.mixes) choices.push_back({entry.name, entry.label});
  return choices;
}

/// The mark of a class: its packets on the canvas look like this.
QPixmap dot(const QColor& color, double ratio) {
  constexpr int kSize = 8;
  QPixmap pixmap(QSize(kSize, kSize) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawEllipse(QRectF(0, 0, kSize, kSize));
  return pixmap;
}

}  // namespace

MixEditor::MixEditor(const Parameter& parameter, QWidget* parent)
    : QWidget(parent),
      parameter_(parameter),
      theme_(&Theme::light()),
      groups_(new PropertyGroups(tr("Add class"), QStringLiteral("addClass"), this)) {
  setAccessibleName(engineText(parameter.label));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(groups_);
  connect(&groups_->addButton(), &QPushButton::clicked, this, &MixEditor::add);
}

void MixEditor::setTheme(const Theme& theme) {
  if (&theme == theme_) return;
  theme_ = &theme;
  if (groups_->body() != nullptr) rebuild(shown());
}

void MixEditor::setClasses(const ClassNames& classes) {
  if (classes == classes_) return;
  classes_ = classes;
  showColors();
}

void MixEditor::showColors() {
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const auto known = std::find(classes_.begin(), classes_.end(), parts_[i].name);
    const auto place =
        known == classes_.end() ? static_cast<std::ptrdiff_t>(i) : known - classes_.begin();
    marks_[i]->setPixmap(dot(theme_->curve(static_cast<int>(place) + 1), devicePixelRatioF()));
  }
}

void MixEditor::setText(const std::string& text) {
  text_ = text;
  parts_ = parseMix(text).parts;
  refresh();
}

std::string MixEditor::placeOf(std::size_t part) const {
  return parameter_.name + "[" + std::to_string(part) + "].";
}

std::vector<std::vector<Parameter>> MixEditor::shown() const {
  std::vector<std::vector<Parameter>> all;
  all.reserve(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::string place = placeOf(i);
    Parameter name;
    name.name = place + "name";
    name.label = tr("Name").toStdString();
    name.type = ParameterType::text;
    name.fallback = std::string();
    name.help = tr("What its packets are called in results and on the canvas.").toStdString();
    std::vector<Parameter>& parameters = all.emplace_back();
    parameters = {
        name,
        declare::choice(place + "pattern", tr("Pattern").toStdString(), "uniform", patternChoices(),
                        tr("How the destinations of this class are chosen.").toStdString())};
    if (const TrafficEntry* entry = trafficPatterns().find(parts_[i].pattern))
      for (Parameter own : entry->parameters) {
        own.name = place + "pattern." + own.name;
        parameters.push_back(std::move(own));
      }
    parameters.push_back(declare::number(
        ParameterType::real, place + "share", tr("Share").toStdString(), 1.0, kLeastShare,
        kMostShare, "",
        tr("Of the offered load; only how shares compare to each other counts.").toStdString()));
    parameters.push_back(
        declare::number(ParameterType::integer, place + "flits", tr("Packet size").toStdString(),
                        std::int64_t{0}, 0, parameter_.maximum, "flits",
                        tr("Of its packets; 0: as long as the design's.").toStdString()));
  }
  return all;
}

void MixEditor::refresh() {
  const auto parameters = shown();
  if (!groups_->shows(parameters)) rebuild(parameters);
  showColors();
  double whole = 0;
  for (const MixPart& part : parts_) whole += part.share;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    shares_[i]->setText(tr("%1 of the load").arg(percentText(parts_[i].share / whole)));
  for (const Entry& entry : entries_) entry.row->showValue({valueOf(entry), false}, {});
  QPushButton& add = groups_->addButton();
  add.setEnabled(parts_.size() < kMostClasses);
  add.setToolTip(parts_.size() < kMostClasses
                     ? tr("One more pattern that sends at the same time.")
                     : tr("A mix has at most %1 classes.").arg(kMostClasses));
}

void MixEditor::rebuild(const std::vector<std::vector<Parameter>>& parameters) {
  entries_.clear();
  marks_.clear();
  shares_.clear();
  groups_->begin(*theme_);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const PropertyGroups::Head head = groups_->addGroup(
        tr("Class %1").arg(part + 1), tr("Remove class %1").arg(part + 1),
        QStringLiteral("removeClass%1").arg(part), [this, part] { remove(part); });
    head.remove->setEnabled(parts_.size() > 1);
    if (parts_.size() == 1) head.remove->setToolTip(tr("A mix has at least one class."));
    marks_.push_back(new QLabel(groups_->body()));
    marks_.back()->setObjectName(QStringLiteral("classColour%1").arg(part));
    head.before->addWidget(marks_.back());
    shares_.push_back(makeLabel(TextRole::hint, {}, groups_->body()));
    head.after->addWidget(shares_.back());
    for (const Parameter& parameter : parameters[part]) {
      PropertyRow* row = groups_->addRow(parameter);
      const Entry entry{part, parameter.name.substr(placeOf(part).size()), row};
      connect(&row->field(), &ValueField::committed, this, [this, entry] { apply(entry); });
      entries_.push_back(entry);
    }
  }
  groups_->end(parameters);
}

Value MixEditor::valueOf(const Entry& entry) const {
  const MixPart& part = parts_[entry.part];
  if (entry.key == "name") return part.name;
  if (entry.key == "pattern") return part.pattern;
  if (entry.key == "share") return part.share;
  if (entry.key == "flits") return static_cast<std::int64_t>(part.flits);
  const auto own = part.values.find(entry.key.substr(entry.key.find('.') + 1));
  return own == part.values.end() ? entry.row->field().parameter().fallback : own->second;
}

QString MixEditor::refusal(const Entry& entry) const {
  if (entry.key != "name") return {};
  const std::optional<Value> value = entry.row->field().value();
  if (!value || isClassName(std::get<std::string>(*value))) return {};
  return tr("A name has 1 to %1 characters, none of them = ; ( ) [ ].").arg(kLongestClassName);
}

void MixEditor::apply(const Entry& entry) {
  const std::optional<Value> value = entry.row->field().value();
  if (!value || entry.part >= parts_.size()) return;
  MixPart& part = parts_[entry.part];
  if (entry.key == "name") {
    if (const QString why = refusal(entry); !why.isEmpty()) {
      entry.row->field().refuse(why);
      return;
    }
    part.name = std::get<std::string>(*value);
  } else if (entry.key == "pattern") {
    part.pattern = std::get<std::string>(*value);
    part.values.clear();
  } else if (entry.key == "share") {
    part.share = realAt({{"share", *value}}, "share");
  } else if (entry.key == "flits") {
    part.flits = static_cast<std::uint32_t>(std::get<std::int64_t>(*value));
  } else {
    part.values[entry.key.substr(entry.key.find('.') + 1)] = *value;
  }
  take();
}

void MixEditor::add() {
  if (parts_.size() >= kMostClasses) return;
  parts_.push_back({freeName(parts_), parts_.empty() ? 1 : parts_.back().share, "uniform", {}, 0});
  take();
}

void MixEditor::remove(std::size_t part) {
  if (part >= parts_.size()) return;
  parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(part));
  take();
}

void MixEditor::take() {
  text_ = mixText(parts_);
  refresh();
  showFindings();
  emit changed();
}

void MixEditor::showIssues(const Issues& issues) {
  issues_ = issues;
  showFindings();
}

void MixEditor::showFindings() {
  for (const Entry& entry : entries_) {
    // What was refused still stands in its field, and in no design that could be checked.
    if (const QString why = refusal(entry); !why.isEmpty()) {
      entry.row->setFinding(why, true);
      continue;
    }
    const std::string& place = entry.row->field().parameter().name;
    const auto issue = std::find_if(issues_.begin(), issues_.end(),
                                    [&](const Issue& each) { return each.path == place; });
    const bool found = issue != issues_.end();
    entry.row->setFinding(found ? issueText(*issue) : QString(),
                          found && issue->severity == Severity::error);
  }
}

bool MixEditor::shows(const std::string& path) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.row->field().parameter().name == path;
  });
}

}  // namespace hopscope
