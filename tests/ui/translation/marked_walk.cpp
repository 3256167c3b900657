// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/translation/marked_walk.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QTextDocument>
#include <algorithm>

#include "engine/design/catalogue.h"
#include "engine/design/catalogue_words.h"
#include "engine/design/compile.h"
#include "engine/explore/explore_parameters.h"
#include "engine/explore/explore_words.h"
#include "projects/project.h"
#include "tests/ui/translation/sentence_patterns.h"
#include "ui/lessons/lesson_library.h"
#include "ui/widgets/elided_button.h"
#include "ui/words/engine_text.h"

namespace hopscope::test {

Brackets::Brackets() {
  QCoreApplication::installTranslator(this);
}

Brackets::~Brackets() {
  QCoreApplication::removeTranslator(this);
}

QString Brackets::translate(const char* context, const char* source, const char*, int) const {
  if (qstrcmp(context, kEngineContext) == 0) engine.insert(source);
  return QChar(0x27E6) + QString::fromUtf8(source) + QChar(0x27E7);
}

/// Words that stay as they are in every language: names and units of the files, the engine's
/// verdicts, keys, and what the user named.
class Walk::Exceptions {
 public:
  Exceptions() {
    const auto add = [this](const std::string& words) {
      if (!words.empty()) words_.insert(QString::fromStdString(words));
    };
    const auto addParameter = [&](const Parameter& parameter) {
      for (const std::string* each : {&parameter.name, &parameter.unit}) add(*each);
      for (const auto* list : {&parameter.choices, &parameter.keywords})
        for (const ParameterChoice& choice : *list) add(choice.name);
    };
    for (const CatalogueGroup& group : catalogue()) {
      for (const CatalogueGroup::Item& item : group.items) {
        add(item.source);
        for (const Parameter& parameter : item.parameters) addParameter(parameter);
      }
    }
    // Not within other words: "throughput" is one.
    for (const Parameter& parameter : exploreParameters())
      for (const std::string* each : {&parameter.name, &parameter.unit})
        whole_.insert(QString::fromStdString(*each));
    for (const Example& example : examples()) {
      add(example.design.name);
      for (const DrawnRouter& router : example.design.drawn.routers) add(router.label);
      addDesign(example.design);
    }
    for (const Lesson& lesson : lessons()) {
      add(lesson.design.name);
      addDesign(lesson.design);
    }
    for (const char* word :
         {"Hopscope", "Ctrl",   "Shift",    "Alt",   "Del",    "Esc",  "Home", "End",
          "Space",    "Return", "hopscope", "GHz",   "PNG",    "SVG",  "WebP", "PDF",
          "CSV",      "JSON",   "HTML",     "flits", "cycles", "bytes"})
      words_.insert(QLatin1String(word));
  }

  /// What is left of a text without brackets, exceptions, numbers and signs.
  QString rest(QString text) const {
    static const QRegularExpression kInner(QStringLiteral("⟦[^⟦⟧]*⟧"));
    static const QRegularExpression kTag(QStringLiteral("<[^>]*>"));
    if (text.contains(QLatin1Char('<')) && Qt::mightBeRichText(text)) text.remove(kTag);
    while (text.contains(kInner)) text.replace(kInner, QStringLiteral(" "));
    static const QString kBetween = QStringLiteral(" · ");
    QStringList items = text.split(kBetween);
    items.removeIf([this](const QString& item) { return whole_.contains(item.trimmed()); });
    text = items.join(kBetween);
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z]{3,}"));
    if (!kWord.match(text).hasMatch()) return {};
    const QString plain = text.simplified();
    if (words_.contains(plain) || words_.contains(plain.toLower())) return {};
    // Longest first: "Local buffer" before "Local".
    for (const QString& words : sorted())
      text.replace(words, QStringLiteral(" "), Qt::CaseInsensitive);
    return kWord.match(text).hasMatch() ? text.simplified() : QString();
  }

 private:
  void addDesign(const Design& design) {
    Issues issues;
    if (const auto topology = buildTopology(design, issues))
      for (const LinkClass& each : topology->classes)
        whole_.insert(QString::fromStdString(each.label));
    for (const Section& section : sections(design))
      for (const Parameter& parameter : section.parameters)
        words_.insert(QString::fromStdString(parameter.unit));
  }

  const QStringList& sorted() const {
    if (sorted_.isEmpty()) {
      for (const QString& words : words_)
        if (words.size() > 2) sorted_ << words;
      std::sort(sorted_.begin(), sorted_.end(),
                [](const QString& a, const QString& b) { return a.size() > b.size(); });
    }
    return sorted_;
  }

  QSet<QString> words_;
  QSet<QString> whole_;  ///< only as a whole text or item of a list "a · b", not within others
  mutable QStringList sorted_;
};

Walk::Walk() : exceptions_(std::make_unique<Exceptions>()) {}

Walk::~Walk() = default;

void Walk::all(QWidget& root, const QString& screen) {
  screen_ = screen;
  look(&root);
  for (QWidget* widget : root.findChildren<QWidget*>()) look(widget);
  for (QAction* action : root.findChildren<QAction*>()) {
    take(action, action->text());
    take(action, action->toolTip());
  }
}

void Walk::take(const QObject* where, const QString& text) {
  if (text.isEmpty()) return;
  ++seen_;
  const QString rest = exceptions_->rest(text);
  if (rest.isEmpty()) return;
  const QString line = QStringLiteral("%1, %2 %3: \"%4\"")
                           .arg(screen_, QLatin1String(where->metaObject()->className()),
                                where->objectName(), text.left(120));
  if (!found_.contains(line)) found_ << line;
}

void Walk::look(const QWidget* widget) {
  // What the user wrote is the user's.
  if (widget->objectName() == QStringLiteral("documentTitle")) return;
  take(widget, widget->toolTip());
  take(widget, widget->accessibleName());
  if (!widget->isWindow()) take(widget, widget->windowTitle());
  if (const auto* label = qobject_cast<const QLabel*>(widget)) take(widget, label->text());
  // What is elided for want of room has lost the end of its marks: the whole words are looked at.
  if (const auto* elided = qobject_cast<const ElidedButton*>(widget))
    take(widget, elided->words());
  else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
    take(widget, button->text());
  if (const auto* group = qobject_cast<const QGroupBox*>(widget)) take(widget, group->title());
  if (const auto* menu = qobject_cast<const QMenu*>(widget)) take(widget, menu->title());
  if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
    take(widget, edit->placeholderText());
  if (const auto* combo = qobject_cast<const QComboBox*>(widget))
    for (int i = 0; i < combo->count(); ++i) take(widget, combo->itemText(i));
  if (const auto* header = qobject_cast<const QHeaderView*>(widget))
    if (const QAbstractItemModel* model = header->model())
      for (int i = 0; i < header->count(); ++i)
        take(widget, model->headerData(i, header->orientation()).toString());
}

std::set<std::string> knownWords() {
  std::set<std::string> known = catalogueWords();
  known.merge(exploreWords());
  for (const SentencePattern& each : sentencePatterns()) known.insert(each.pattern);
  // Of a single link: marked where they are declared, in link_properties.
  for (const char* ofLink :
       {"Latency", "Bandwidth",
        "What each direction of the cable carries: at most a flit every cycle.", "Class", "Local",
        "Global", "What the link is to routing and buffers; a latency of its own stays."})
    known.insert(ofLink);
  return known;
}

}  // namespace hopscope::test
