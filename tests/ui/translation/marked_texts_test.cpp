// SPDX-License-Identifier: GPL-3.0-or-later
// A translator that puts every text it is asked for into brackets: what stands on the screen
// without them can't be translated.
#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QTextDocument>
#include <QTranslator>
#include <set>
#include <string>

#include "engine/design/catalogue.h"
#include "engine/design/catalogue_words.h"
#include "engine/design/compile.h"
#include "engine/routing/dependency_graph.h"
#include "projects/project.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/document/engine_text.h"
#include "ui/gallery/start_page.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_player.h"
#include "ui/shell/actions.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

class Brackets final : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*, int) const override {
    if (qstrcmp(context, kEngineContext) == 0) engine.insert(source);
    return QChar(0x27E6) + QString::fromUtf8(source) + QChar(0x27E7);
  }

  mutable std::set<std::string> engine;  ///< words of the engine that were asked for
};

/// Words that stay as they are in every language: names and units of the files, the engine's
/// verdicts, keys, and what the user named.
class Exceptions {
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
    for (const Example& example : examples()) {
      add(example.design.name);
      for (const DrawnRouter& router : example.design.drawn.routers) add(router.label);
      addDesign(example.design);
    }
    for (const Lesson& lesson : lessons()) {
      add(lesson.design.name);
      addDesign(lesson.design);
    }
    addVerdicts();
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
  /// Of the proof of freedom of deadlock, as sentences.
  void addVerdicts() {
    DependencyReport cyclic, unfinished, escape;
    cyclic.cycle.resize(1);
    unfinished.unfinished = "It takes too long.";
    escape.escape = true;
    for (const DependencyReport& report : {DependencyReport(), cyclic, unfinished, escape})
      whole_.insert(QString::fromStdString(verdictOf(report)) + QLatin1Char('.'));
  }

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

class Walk {
 public:
  void all(QWidget& root, const QString& screen) {
    screen_ = screen;
    look(&root);
    for (QWidget* widget : root.findChildren<QWidget*>()) look(widget);
    for (QAction* action : root.findChildren<QAction*>()) {
      take(action, action->text());
      take(action, action->toolTip());
    }
  }

  const QStringList& found() const { return found_; }
  int seen() const { return seen_; }

 private:
  void take(const QObject* where, const QString& text) {
    if (text.isEmpty()) return;
    ++seen_;
    const QString rest = exceptions_.rest(text);
    if (rest.isEmpty()) return;
    const QString line = QStringLiteral("%1, %2 %3: \"%4\"")
                             .arg(screen_, QLatin1String(where->metaObject()->className()),
                                  where->objectName(), text.left(120));
    if (!found_.contains(line)) found_ << line;
  }

  void look(const QWidget* widget) {
    // What the user wrote is the user's.
    if (widget->objectName() == QStringLiteral("documentTitle")) return;
    take(widget, widget->toolTip());
    take(widget, widget->accessibleName());
    if (!widget->isWindow()) take(widget, widget->windowTitle());
    if (const auto* label = qobject_cast<const QLabel*>(widget)) take(widget, label->text());
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
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

  Exceptions exceptions_;
  QString screen_;
  QStringList found_;
  int seen_ = 0;
};

}  // namespace

class MarkedTextsTest : public QObject {
  Q_OBJECT

 private slots:
  void theWalkSeesWhatItShould() {
    QWidget window;
    auto* good = new QLabel(QStringLiteral("⟦Load⟧ 0.3"), &window);
    auto* nested = new QLabel(QStringLiteral("⟦Running, ⟦warm-up⟧⟧"), &window);
    Walk walk;
    walk.all(window, QStringLiteral("a window"));
    QVERIFY(walk.found().isEmpty());
    QVERIFY(good != nested);
    QLabel bad(QStringLiteral("Running ⟦now⟧"), &window);
    walk.all(window, QStringLiteral("a window"));
    QCOMPARE(walk.found().size(), 1);
    // The class of a link, and the same word where it is one of the interface.
    QLabel item(QStringLiteral("⟦Link 4⟧ · terminal · ⟦latency 1 ⟦cycle⟧⟧"), &window);
    walk.all(window, QStringLiteral("a window"));
    QCOMPARE(walk.found().size(), 1);
    QLabel within(QStringLiteral("⟦Link 4⟧ · terminal 4"), &window);
    walk.all(window, QStringLiteral("a window"));
    QCOMPARE(walk.found().size(), 2);
  }

  void everyTextCanBeTranslated() {
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    Walk walk;
    {
      const Sandbox sandbox;
      const auto window = openWindow();
      walk.all(*window, QStringLiteral("start"));
      openExample(*window, QStringLiteral("cache-warm-up"));
      QTest::qWait(300);
      walk.all(*window, QStringLiteral("design"));
      window->session().document().select({{3}, {}, {}});
      QTest::qWait(50);
      walk.all(*window, QStringLiteral("design, a router"));
      window->session().document().select({{}, {}, {4}});
      QTest::qWait(50);
      walk.all(*window, QStringLiteral("design, a link"));
      window->runMode().setSpeed(0);
      QTest::keyClick(window.get(), Qt::Key_F5);
      QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
      QTest::qWait(100);
      walk.all(*window, QStringLiteral("run, a link"));
      window->session().document().select({{3}, {}, {}});
      QTest::qWait(300);
      walk.all(*window, QStringLiteral("run, a router"));
      window->session().document().select({});
      QTest::qWait(300);
      walk.all(*window, QStringLiteral("run"));
      const auto dialog = [&](const char* action, const QString& name) {
        answerModal([&](QWidget* shown) {
          walk.all(*shown, name);
          shown->close();
        });
        window->actions().at(action)->trigger();
      };
      dialog("insert.generate", QStringLiteral("generate"));
      dialog("file.export", QStringLiteral("export"));
      dialog("help.shortcuts", QStringLiteral("shortcuts"));
      dialog("help.about", QStringLiteral("about"));
      window->actions().at("study.curve")->trigger();
      QTest::qWait(50);
      for (QWidget* top : QApplication::topLevelWidgets())
        if (top != window.get() && top->isVisible()) {
          walk.all(*top, QStringLiteral("curve"));
          top->close();
        }
    }
    {
      const Sandbox sandbox;
      const auto window = openWindow();
      window->learnMode().open(5);
      window->runMode().setSpeed(0);
      window->learnMode().player().next();
      window->learnMode().player().doIt();
      QTRY_VERIFY_WITH_TIMEOUT(window->learnMode().player().done(), 30'000);
      walk.all(*window, QStringLiteral("learn"));
    }
    QCoreApplication::removeTranslator(&brackets);
    QVERIFY(walk.seen() > 1000);
    // Translators know all words of the engine that are shown.
    QVERIFY(brackets.engine.size() > 50);
    std::set<std::string> known = catalogueWords();
    known.insert("Latency");  // of a single link: marked where it is declared, in link_properties
    for (const std::string& words : brackets.engine)
      QVERIFY2(known.count(words) != 0, words.c_str());
    QVERIFY2(walk.found().isEmpty(),
             qPrintable(QLatin1Char('\n') + walk.found().join(QLatin1Char('\n'))));
  }
};

HOPSCOPE_TEST(MarkedTextsTest)
#include "marked_texts_test.moc"
