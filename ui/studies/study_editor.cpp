// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_editor.h"

#include <QCheckBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/design/json_values.h"
#include "engine/study/study_points.h"
#include "ui/drawing/icons.h"
#include "ui/studies/axis_row.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kSoonMilliseconds = 250;
/// Text of a larger document stalls the field it stands in.
constexpr std::size_t kMostText = 400'000;

/// What may be varied: every setting of the first design.
std::vector<std::string> settingsOf(const ParsedStudy& parsed) {
  std::vector<std::string> paths;
  const Design design = parsed.study.designs.empty() ? Design{} : parsed.study.designs[0].design;
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters) paths.push_back(parameter.name);
  return paths;
}

QString firstError(const Issues& issues) {
  for (const Issue& issue : issues)
    if (issue.severity == Severity::error)
      return issue.path.empty() ? issueText(issue)
                                : StudyEditor::tr("%1: %2").arg(QString::fromStdString(issue.path),
                                                                issueText(issue));
  return {};
}

}  // namespace

struct StudyEditor::Document {
  Json json;
};

StudyEditor::StudyEditor(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      document_(std::make_unique<Document>()),
      parsed_(std::make_unique<ParsedStudy>()) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  stack_ = new QStackedWidget(this);
  stack_->addWidget(makeForm());
  text_ = new QPlainTextEdit(stack_);
  text_->setObjectName(QStringLiteral("studyText"));
  text_->setAccessibleName(tr("The study as text"));
  text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setTabChangesFocus(true);
  text_->setCornerWidget(new QWidget(text_));
  stack_->addWidget(text_);
  column->addWidget(stack_, 1);
  problem_ = makeLabel(TextRole::body, {}, this);
  problem_->setObjectName(QStringLiteral("studyProblem"));
  problem_->setWordWrap(true);
  column->addWidget(problem_);
  asText_ = new QPushButton(tr("Edit as text"), this);
  asText_->setObjectName(QStringLiteral("studyAsText"));
  asText_->setCheckable(true);
  asText_->setToolTip(tr("Columns, constraints, objectives, settings that move together"));
  column->addWidget(asText_, 0, Qt::AlignLeft);
  soon_.setSingleShot(true);
  soon_.setInterval(kSoonMilliseconds);
  connect(&soon_, &QTimer::timeout, this, &StudyEditor::takeNow);
  connect(text_, &QPlainTextEdit::textChanged, this, [this] {
    if (!filling_) soon_.start();
  });
  connect(asText_, &QPushButton::toggled, this, [this](bool text) {
    settle();
    if (text) showText();
    stack_->setCurrentIndex(text ? 1 : 0);
    if (!text) {
      // Text that is none was not taken: the fields have what there was before.
      parse();
      showDocument();
      emit changed();
    }
    (text ? static_cast<QWidget*>(text_) : name_)->setFocus();
  });
}

StudyEditor::~StudyEditor() = default;

QWidget* StudyEditor::makeForm() {
  auto* form = new QWidget;
  auto* column = new QVBoxLayout(form);
  column->setContentsMargins(0, 0, 6, 0);
  column->setSpacing(6);
  const auto head = [&](const QString& text) {
    column->addSpacing(4);
    column->addWidget(makeLabel(TextRole::bold, text, form));
  };
  const auto link = [&](const QString& text, const char* id) {
    auto* button = new QPushButton(text, form);
    button->setObjectName(QLatin1String(id));
    button->setProperty("link", true);
    column->addWidget(button, 0, Qt::AlignLeft);
    return button;
  };
  name_ = new QLineEdit(form);
  name_->setObjectName(QStringLiteral("studyName"));
  name_->setAccessibleName(tr("Name of the study"));
  name_->setPlaceholderText(tr("Name of the study"));
  column->addWidget(name_);
  head(tr("Designs"));
  designs_ = new QVBoxLayout;
  designs_->setSpacing(2);
  column->addLayout(designs_);
  addDesign_ = link(tr("Add the open design"), "studyAddDesign");
  head(tr("Varied"));
  axisColumn_ = new QVBoxLayout;
  axisColumn_->setSpacing(0);
  column->addLayout(axisColumn_);
  addAxis_ = link(tr("Vary another setting"), "studyAddAxis");
  rising_ = new QCheckBox(tr("End a curve where it saturates"), form);
  rising_->setObjectName(QStringLiteral("studyRising"));
  rising_->setToolTip(tr("Higher loads of a curve are left out once one is saturated"));
  column->addWidget(rising_);
  head(tr("Seeds"));
  const auto field = [&](const QString& text, QWidget* box) {
    auto* row = new QHBoxLayout;
    auto* label = makeLabel(TextRole::label, text, form);
    label->setWordWrap(true);
    label->setBuddy(box);
    box->setAccessibleName(text);
    box->setFixedWidth(88);
    row->addWidget(label, 1);
    row->addWidget(box);
    column->addLayout(row);
  };
  seeds_ = new WholeBox(form);
  seeds_->setObjectName(QStringLiteral("studySeeds"));
  seeds_->setRange(1, static_cast<int>(kMostSeeds));
  field(tr("Runs of a point, at least"), seeds_);
  until_ = new QCheckBox(tr("More until the interval is narrow"), form);
  until_->setObjectName(QStringLiteral("studyUntil"));
  column->addWidget(until_);
  interval_ = new RealBox(form);
  interval_->setObjectName(QStringLiteral("studyInterval"));
  interval_->setRange(0.1, 100);
  interval_->setDecimals(1);
  interval_->setSuffix(QStringLiteral(" ") + unitText("%"));
  interval_->setValue(2);
  field(tr("Half-width of the mean latency"), interval_);
  most_ = new WholeBox(form);
  most_->setObjectName(QStringLiteral("studyMost"));
  most_->setRange(2, static_cast<int>(kMostSeeds));
  most_->setValue(20);
  field(tr("Runs of a point, at most"), most_);
  column->addStretch();
  connect(name_, &QLineEdit::textChanged, this, &StudyEditor::take);
  for (QSpinBox* box : {seeds_, most_})
    connect(box, &QSpinBox::valueChanged, this, &StudyEditor::take);
  connect(interval_, &QDoubleSpinBox::valueChanged, this, &StudyEditor::take);
  for (QCheckBox* box : {until_, rising_})
    connect(box, &QCheckBox::toggled, this, &StudyEditor::take);
  connect(addDesign_, &QPushButton::clicked, this, &StudyEditor::designWanted);
  connect(addAxis_, &QPushButton::clicked, this, [this] {
    settle();
    Json& axes = document_->json["axes"];
    if (!axes.is_array()) axes = Json::array();
    axes.push_back({{"setting", ""}, {"values", Json::array()}});
    showAxes();
    take();
    if (!axes_.empty()) axes_.back()->setFocus();
  });
  return columnScroll(form);
}

bool StudyEditor::isEmpty() const {
  return !document_->json.is_object();
}

void StudyEditor::setTheme(const Theme& theme) {
  theme_ = &theme;
  for (AxisRow* row : axes_) row->setTheme(theme);
  if (!isEmpty()) showDesigns();
}

void StudyEditor::setDocument(const std::string& document, const ParsedStudy* read) {
  soon_.stop();
  document_->json = Json::parse(document, nullptr, false);
  if (document_->json.is_discarded()) document_->json = nullptr;
  if (read != nullptr)
    *parsed_ = *read;
  else
    parse();
  showDocument();
  if (asText_->isChecked()) showText();
  emit changed();
}

void StudyEditor::addDesign(const Design& design) {
  settle();
  Json& json = document_->json;
  if (!json.is_object()) return;
  if (json.contains("design")) {
    // Several stand in a list, in the place of the one.
    Json all = Json::object();
    for (auto& [key, value] : json.items())
      if (key == "design")
        all["designs"] = Json::array({value});
      else
        all[key] = value;
    json = std::move(all);
  }
  json["designs"].push_back(Json::parse(writeDesign(design)));
  setDocument(json.dump());
}

void StudyEditor::showDocument() {
  filling_ = true;
  const Json& json = document_->json;
  if (json.is_object()) {
    name_->setText(QString::fromStdString(parsed_->study.name));
    const Json seeds = json.value("seeds", Json(1));
    const StudySeeds& read = parsed_->study.seeds;
    seeds_->setValue(static_cast<int>(read.least));
    until_->setChecked(seeds.is_object());
    if (read.interval > 0) interval_->setValue(100 * read.interval);
    if (seeds.is_object()) most_->setValue(static_cast<int>(read.most));
    rising_->setChecked(json.contains("stop_rising"));
  } else {
    name_->clear();
  }
  showDesigns();
  showAxes();
  filling_ = false;
  say();
}

void StudyEditor::showDesigns() {
  while (QLayoutItem* item = designs_->takeAt(0)) {
    if (item->widget() != nullptr) item->widget()->deleteLater();
    delete item;
  }
  const auto& designs = parsed_->study.designs;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* name = makeLabel(TextRole::label, QString::fromStdString(designs[i].name), line);
    name->setObjectName(QStringLiteral("studyDesign"));
    name->setToolTip(name->text());
    name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(name, 1);
    auto* remove = new QToolButton(line);
    remove->setProperty("small", true);
    remove->setIcon(icon(QStringLiteral("close"), *theme_));
    remove->setAccessibleName(tr("Take the design away"));
    remove->setToolTip(tr("Takes the design away"));
    remove->setVisible(designs.size() > 1);
    connect(remove, &QToolButton::clicked, this, [this, i] {
      settle();
      Json& list = document_->json["designs"];
      if (!list.is_array() || i >= list.size() || list.size() < 2) return;
      list.erase(i);
      setDocument(document_->json.dump());
    });
    row->addWidget(remove);
    designs_->addWidget(line);
  }
}

void StudyEditor::showAxes() {
  for (AxisRow* row : axes_) row->deleteLater();
  axes_.clear();
  const auto found =
      document_->json.is_object() ? document_->json.find("axes") : document_->json.end();
  if (!document_->json.is_object() || found == document_->json.end() || !found->is_array()) return;
  const std::vector<std::string> settings = settingsOf(*parsed_);
  for (const Json& axis : *found) {
    if (!axis.is_object()) continue;
    auto* row = new AxisRow(settings, axis, this);
    row->setTheme(*theme_);
    connect(row, &AxisRow::changed, this, &StudyEditor::take);
    connect(row, &AxisRow::removed, this, [this, row] {
      std::erase(axes_, row);
      row->deleteLater();
      take();
    });
    axisColumn_->addWidget(row);
    axes_.push_back(row);
  }
}

void StudyEditor::showText() {
  filling_ = true;
  const std::string text = document_->json.is_object() ? document_->json.dump(2) : std::string();
  const bool large = text.size() > kMostText;
  text_->setReadOnly(large);
  text_->setPlainText(large ? tr("The study's designs are too large to be edited here: export the "
                                 "study, edit its file, and open that.")
                            : QString::fromStdString(text));
  filling_ = false;
}

/// Puts what the fields hold into the document, a moment later.
void StudyEditor::take() {
  if (filling_ || isEmpty()) return;
  soon_.start();
  enableFields();
}

void StudyEditor::settle() {
  if (!soon_.isActive()) return;
  soon_.stop();
  takeNow();
}

void StudyEditor::takeNow() {
  if (stack_->currentIndex() == 1) return takeText();
  Json& json = document_->json;
  const std::string name = name_->text().trimmed().toStdString();
  if (name.empty())
    json.erase("name");
  else
    json["name"] = name;
  Json axes = Json::array();
  std::string rising;
  for (const AxisRow* row : axes_) {
    axes.push_back(row->axis());
    const Json& axis = axes.back();
    // A load rises; of other settings, the last one that is a range.
    if (axis.value("setting", std::string()) == "traffic.load") rising = "traffic.load";
  }
  if (axes.empty())
    json.erase("axes");
  else
    json["axes"] = std::move(axes);
  if (!rising_->isChecked())
    json.erase("stop_rising");
  else if (!json.contains("stop_rising") || json["stop_rising"] == "traffic.load")
    json["stop_rising"] = rising.empty() ? std::string("traffic.load") : rising;
  if (until_->isChecked())
    json["seeds"] = {{"least", std::max(2, seeds_->value())},
                     {"most", std::max(most_->value(), std::max(2, seeds_->value()))},
                     {"until_interval", interval_->value() / 100}};
  else if (seeds_->value() > 1 || json.contains("seeds"))
    json["seeds"] = seeds_->value();
  parse();
  say();
  emit changed();
}

void StudyEditor::takeText() {
  if (text_->isReadOnly()) return;
  Json json = Json::parse(text_->toPlainText().toStdString(), nullptr, false);
  if (json.is_discarded()) {
    // parseStudy() says where.
    *parsed_ = parseStudy(text_->toPlainText().toStdString());
  } else {
    document_->json = std::move(json);
    parse();
  }
  say();
  emit changed();
}

void StudyEditor::parse() {
  *parsed_ = parseStudy(document_->json.is_null() ? std::string("{}") : document_->json.dump());
}

void StudyEditor::say() {
  enableFields();
  const QString problem = isEmpty() ? QString() : firstError(parsed_->issues);
  QString missing;  // nobody has done anything wrong yet
  if (stack_->currentIndex() == 0)
    for (auto row = axes_.rbegin(); row != axes_.rend(); ++row)
      if (const QString words = (*row)->missing(); !words.isEmpty()) missing = words;
  if (isEmpty()) {
    problem_->clear();
  } else if (!missing.isEmpty()) {
    problem_->setText(missing);
  } else if (!problem.isEmpty()) {
    problem_->setText(problem);
  } else {
    const auto points = static_cast<qint64>(pointCount(parsed_->study));
    const StudySeeds& seeds = parsed_->study.seeds;
    const QString runs = plural(points * static_cast<qint64>(seeds.least), "run", "runs");
    problem_->setText(
        tr("%1, %2").arg(plural(points, "point", "points"),
                         seeds.most > seeds.least ? tr("at least %1").arg(runs) : runs));
  }
  setStyleProperty(problem_, "tone", problem.isEmpty() || !missing.isEmpty() ? "t2" : "bad");
}

void StudyEditor::setDesignOffered(bool offered) {
  offered_ = offered;
  enableFields();
}

void StudyEditor::setLocked(bool locked) {
  locked_ = locked;
  enableFields();
}

void StudyEditor::enableFields() {
  const bool open = !locked_ && !isEmpty();
  for (QWidget* each : {static_cast<QWidget*>(name_), static_cast<QWidget*>(addAxis_),
                        static_cast<QWidget*>(seeds_), static_cast<QWidget*>(until_),
                        static_cast<QWidget*>(rising_)})
    each->setEnabled(open);
  addDesign_->setEnabled(open && offered_);
  for (AxisRow* row : axes_) row->setEnabled(open);
  text_->setEnabled(open);
  asText_->setEnabled(!isEmpty());
  interval_->setEnabled(open && until_->isChecked());
  most_->setEnabled(open && until_->isChecked());
}

}  // namespace hopscope
