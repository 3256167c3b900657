// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/project_panel.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/drawing/icons.h"
#include "ui/inspectors/run_summary.h"
#include "ui/shell/project_session.h"
#include "ui/studies/comparison.h"
#include "ui/studies/run_labels.h"
#include "ui/widgets/labels.h"
#include "ui/words/mnemonics.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
constexpr int kKindRole = Qt::UserRole, kIdRole = Qt::UserRole + 1, kWordsRole = Qt::UserRole + 2;
constexpr qsizetype kMostOffered = 20;  // the table of all runs has the others
constexpr int kMostTip = 400;           // characters of a note in its tooltip

/// What the filter searches of a run besides what it is called in the list.
QString wordsOf(const RunHead& run) {
  QString words =
      QString::fromStdString(run.name) + QLatin1Char('\n') + QString::fromStdString(run.designName);
  for (const std::string& tag : run.tags) words += QLatin1Char('\n') + QString::fromStdString(tag);
  return words;
}

/// Gives the name of each row what its own words at the right leave, whatever those of others take.
class RowShares : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const int all = qobject_cast<const QTreeView*>(option.widget)->columnWidth(1);
    const int words = std::min(all, sizeHint(option, index.siblingAtColumn(1)).width());
    QStyleOptionViewItem own(option);
    if (index.column() == 1)
      own.rect.adjust(all - words, 0, 0, 0);
    else if (!index.siblingAtColumn(1).data().toString().isEmpty())
      own.rect.adjust(0, 0, all - words, 0);
    QStyledItemDelegate::paint(painter, own, index);
  }
};

}  // namespace

ProjectPanel::ProjectPanel(ProjectSession& session, QWidget* parent)
    : QWidget(parent), session_(session), theme_(&Theme::light()) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 4);
  column->setSpacing(0);
  filter_ = new QLineEdit(this);
  filter_->setObjectName(QStringLiteral("projectFilter"));
  filter_->setAccessibleName(tr("Filter the project"));
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setClearButtonEnabled(true);
  column->addWidget(filter_);
  column->addSpacing(4);
  connect(filter_, &QLineEdit::textChanged, this, &ProjectPanel::filterChanged);
  nothing_ = makeLabel(TextRole::hint, {}, this);
  nothing_->setObjectName(QStringLiteral("projectNothing"));
  nothing_->setWordWrap(true);
  nothing_->hide();
  column->addWidget(nothing_);
  tree_ = new QTreeWidget(this);
  tree_->setObjectName(QStringLiteral("projectTree"));
  tree_->setAccessibleName(tr("Designs, runs, curves and notes of the project"));
  tree_->setProperty("surface", "panel");
  tree_->setColumnCount(2);
  tree_->setHeaderHidden(true);
  tree_->setRootIsDecorated(false);
  tree_->setIndentation(16);
  tree_->setTextElideMode(Qt::ElideMiddle);  // the end of a name says as much as its beginning
  tree_->setUniformRowHeights(true);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setIconSize({14, 14});
  tree_->setEditTriggers(QAbstractItemView::EditKeyPressed);
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  tree_->setItemDelegate(new RowShares(tree_));
  column->addWidget(tree_);
  connect(tree_, &QTreeWidget::itemClicked, this,
          [this](QTreeWidgetItem* item) { activate(item); });
  connect(tree_, &QTreeWidget::itemActivated, this,
          [this](QTreeWidgetItem* item) { activate(item); });
  connect(tree_, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) {
    if (kindOf(item) == Kind::runs) emit tableRequested();
  });
  connect(tree_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) { renamed(item); });
  connect(tree_, &QWidget::customContextMenuRequested, this, &ProjectPanel::showMenu);
  auto* remove = new QShortcut(QKeySequence::Delete, tree_);
  remove->setContext(Qt::WidgetShortcut);
  connect(remove, &QShortcut::activated, this, &ProjectPanel::removeCurrent);
}

void ProjectPanel::setTheme(const Theme& theme) {
  theme_ = &theme;
  refresh();
}

ProjectPanel::Kind ProjectPanel::kindOf(const QTreeWidgetItem* item) {
  return item == nullptr ? Kind::none : static_cast<Kind>(item->data(0, kKindRole).toInt());
}

RowId ProjectPanel::idOf(const QTreeWidgetItem* item) {
  return item->data(0, kIdRole).toLongLong();
}

QTreeWidgetItem* ProjectPanel::itemOf(Kind kind, RowId id) const {
  for (QTreeWidgetItemIterator it(tree_); *it != nullptr; ++it)
    if (kindOf(*it) == kind && idOf(*it) == id) return *it;
  return nullptr;
}

QTreeWidgetItem* ProjectPanel::group(const QString& title, const char* iconName,
                                     std::size_t count) {
  auto* item = new QTreeWidgetItem(
      tree_, {title, count > 0 ? wholeText(static_cast<qint64>(count)) : QString()});
  item->setIcon(0, icon(QLatin1String(iconName), *theme_));
  item->setFlags(Qt::ItemIsEnabled);
  item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
  item->setForeground(1, theme_->color(Tone::t3));
  item->setFont(1, fontOf(TextRole::secondary));
  item->setSizeHint(0, {0, 24});
  item->setExpanded(true);
  return item;
}

void ProjectPanel::addItem(QTreeWidgetItem* parent, Kind kind, RowId id, const char* iconName,
                           const QString& name, const QString& right, const QString& words) {
  auto* item = new QTreeWidgetItem(parent, {name, right});
  item->setData(0, kKindRole, static_cast<int>(kind));
  item->setData(0, kIdRole, QVariant::fromValue<qlonglong>(id));
  item->setData(0, kWordsRole, name + QLatin1Char('\n') + words);
  item->setIcon(0, icon(QLatin1String(iconName), *theme_));
  item->setToolTip(0, name);
  item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
  item->setForeground(1, theme_->color(Tone::t3));
  item->setFont(1, fontOf(TextRole::secondary));
  item->setSizeHint(0, {0, 24});
  item->setFirstColumnSpanned(right.isEmpty());  // a long name has the room
  item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable |
                 (kind == Kind::curve ? Qt::NoItemFlags : Qt::ItemIsEditable));
  if (kind == Kind::design && id == session_.currentDesign()) {
    item->setFont(0, fontOf(TextRole::bold));
    tree_->setCurrentItem(item);
  }
}

void ProjectPanel::refresh() {
  if (tree_->isVisible() && filling_) return;
  filling_ = true;
  tree_->clear();
  if (session_.isOpen()) {
    const QString file = QString::fromStdString(session_.file());
    QTreeWidgetItem* designs = group(
        file.isEmpty() ? tr("Untitled project") : QFileInfo(file).completeBaseName(), "folder", 0);
    for (const StoredDesign& design : session_.designs()) {
      addItem(designs, Kind::design, design.id, "file", QString::fromStdString(design.design.name),
              {});
      describeVariant(designs->child(designs->childCount() - 1), design);
    }
    addRuns();
    if (!session_.curves().empty()) {
      QTreeWidgetItem* curves = group(tr("Latency curves"), "curve", session_.curves().size());
      addCurves(*curves);
    }
    addNotes();
  }
  filling_ = false;
  filter();
}

void ProjectPanel::addCurves(QTreeWidgetItem& group) {
  const std::vector<StoredCurve>& curves = session_.curves();
  const QStringList labels = curveLabels(curves);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const StoredCurve& curve = curves[i];
    const QString& label = labels[static_cast<qsizetype>(i)];
    const QStringList words{QString::fromStdString(curve.name), routingWord(curve.design)};
    addItem(&group, Kind::curve, curve.id, "study", label,
            whenText(QString::fromStdString(curve.started)), words.join(QLatin1Char('\n')));
    QStringList tip = QStringList{label} + words;
    tip << plural(static_cast<qint64>(curve.points.size()), "point", "points");
    tip.removeDuplicates();
    group.child(group.childCount() - 1)->setToolTip(0, tip.join(QLatin1Char('\n')));
  }
}

void ProjectPanel::addRuns() {
  QTreeWidgetItem* runs = group(tr("Runs"), "runs", session_.runs().size());
  runs->setToolTip(0, tr("Double-click for all runs as a table"));
  runs->setData(0, kKindRole, static_cast<int>(Kind::runs));
  if (session_.runs().empty()) {
    auto* words = new QTreeWidgetItem(runs, {tr("Each run is kept here.")});
    words->setFlags(Qt::ItemIsEnabled);
    words->setForeground(0, theme_->color(Tone::t3));
    words->setToolTip(0, tr("Each run is kept here with its settings and seed."));
  }
  const RunList& all = session_.runs();
  const RunNames& names = session_.runNames();
  for (const std::size_t i : runsListed()) {
    const RunHead& run = all[i];
    const bool good = run.complete && run.verdict == Verdict::stable;
    const QString right = !run.complete ? tr("stopped")
                          : good        ? whenText(QString::fromStdString(run.started))
                                        : verdictWord(run.verdict);
    const QString label = names.of(run);
    const QString words = wordsOf(run);
    addItem(runs, Kind::run, run.id, good ? "ok" : "warn", label, right, words);
    QStringList tip{label};
    if (const QString stored = RunNames().of(run); stored != label) tip << stored;
    tip << QString::fromStdString(run.designName);
    for (const std::string& tag : run.tags) tip << QString::fromStdString(tag);
    runs->child(runs->childCount() - 1)->setToolTip(0, tip.join(QLatin1Char('\n')));
  }
  const auto listed = static_cast<std::size_t>(runs->childCount());
  if (all.size() <= RunList::kMostOffered || listed < RunList::kMostOffered) return;
  auto* more = new QTreeWidgetItem(runs, {tr("All runs as a table…")});
  more->setData(0, kKindRole, static_cast<int>(Kind::allRuns));
  more->setData(0, kWordsRole, filter_->text().trimmed());  // stays with whatever is sought
  more->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  more->setForeground(0, theme_->color(Tone::accentText));
  more->setToolTip(0, tr("The newest are listed here, the table has all of them"));
  more->setSizeHint(0, {0, 24});
}

/// Places of the newest runs that have what is sought, as many as are listed, oldest first.
std::vector<std::size_t> ProjectPanel::runsListed() const {
  const RunList& all = session_.runs();
  const RunNames& names = session_.runNames();
  const QString sought = filter_->text().trimmed();
  std::vector<std::size_t> places;
  for (std::size_t i = all.size(); i-- > 0 && places.size() < RunList::kMostOffered;)
    if (all.size() <= RunList::kMostOffered || sought.isEmpty() ||
        (names.of(all[i]) + QLatin1Char('\n') + wordsOf(all[i]))
            .contains(sought, Qt::CaseInsensitive))
      places.push_back(i);
  std::reverse(places.begin(), places.end());
  return places;
}

void ProjectPanel::addNotes() {
  QTreeWidgetItem* notes = group(tr("Notes"), "note", session_.notes().size());
  for (const StoredNote& note : session_.notes()) {
    const QString text = QString::fromStdString(note.text);
    addItem(notes, Kind::note, note.id, "note", QString::fromStdString(note.title), {}, text);
    if (!text.trimmed().isEmpty())
      notes->child(notes->childCount() - 1)->setToolTip(0, text.left(kMostTip));
  }
  auto* fresh = new QTreeWidgetItem(notes, {tr("Write a note…")});
  fresh->setData(0, kKindRole, static_cast<int>(Kind::newNote));
  fresh->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  fresh->setForeground(0, theme_->color(Tone::accentText));
  fresh->setSizeHint(0, {0, 24});
}

void ProjectPanel::filterChanged() {
  // Of very many runs those are listed that have it.
  if (session_.runs().size() > RunList::kMostOffered)
    refresh();
  else
    filter();
}

void ProjectPanel::filter() {
  const QString sought = filter_->text().trimmed();
  bool any = sought.isEmpty();
  for (int g = 0; g < tree_->topLevelItemCount(); ++g) {
    QTreeWidgetItem* group = tree_->topLevelItem(g);
    bool some = sought.isEmpty();
    for (int i = 0; i < group->childCount(); ++i) {
      const bool found =
          sought.isEmpty() ||
          group->child(i)->data(0, kWordsRole).toString().contains(sought, Qt::CaseInsensitive);
      group->child(i)->setHidden(!found);
      some = some || found;
    }
    group->setHidden(!some);
    any = any || some;
  }
  nothing_->setVisible(!any);
  nothing_->setText(any ? QString() : tr("Nothing in this project has “%1” in it.").arg(sought));
}

/// How a variant differs from the design shown, as its tooltip.
void ProjectPanel::describeVariant(QTreeWidgetItem* item, const StoredDesign& design) {
  if (design.id == session_.currentDesign()) return;
  const Design& shown = session_.document().design();
  const QString words = differenceWords(shown, design.design, 6);
  const QString name = QString::fromStdString(shown.name);
  item->setToolTip(0, words.isEmpty() ? tr("The same settings as “%1”").arg(name)
                                      : tr("Against “%1”: %2").arg(name, words));
}

void ProjectPanel::activate(QTreeWidgetItem* item) {
  switch (kindOf(item)) {
    case Kind::design:
      session_.show(idOf(item));
      break;
    case Kind::run:
      emit runChosen(idOf(item));
      break;
    case Kind::curve:
      emit curveChosen(idOf(item));
      break;
    case Kind::note:
      emit noteChosen(idOf(item));
      break;
    case Kind::newNote:
      emit noteRequested();
      break;
    case Kind::allRuns:
      emit tableRequested();
      break;
    case Kind::runs:
    case Kind::none:
      break;
  }
}

void ProjectPanel::renamed(QTreeWidgetItem* item) {
  const Kind kind = kindOf(item);
  if (filling_ || (kind != Kind::design && kind != Kind::run && kind != Kind::note)) return;
  const RowId id = idOf(item);
  const QString name = item->text(0);
  // The tree is built anew by the change; not from within its own signal.
  QMetaObject::invokeMethod(
      this,
      [this, kind, id, name] {
        if (kind == Kind::design) session_.renameDesign(id, name);
        if (kind == Kind::run) renameRun(id, name.trimmed());
        if (kind == Kind::note) renameNote(id, name.trimmed());
        refresh();
      },
      Qt::QueuedConnection);
}

void ProjectPanel::renameRun(RowId id, const QString& name) {
  if (name.isEmpty()) return;
  if (const RunHead* run = session_.runs().find(id))
    session_.labelRun(id, name.toStdString(), std::vector<std::string>(run->tags));
}

void ProjectPanel::renameNote(RowId id, const QString& name) {
  if (name.isEmpty()) return;
  for (const StoredNote& note : session_.notes())
    if (note.id == id) {
      session_.editNote({id, name.toStdString(), note.text}, false);
      return;
    }
}

void ProjectPanel::removeCurrent() {
  QTreeWidgetItem* item = tree_->currentItem();
  const Kind kind = kindOf(item);
  if (kind == Kind::none || kind == Kind::runs || kind == Kind::allRuns || kind == Kind::newNote)
    return;
  const RowId id = idOf(item);
  const QString text = tr("Deleted “%1”.").arg(item->text(0));
  std::function<void()> restore;
  if (kind == Kind::design && session_.designs().size() > 1) {
    for (const StoredDesign& design : session_.designs())
      if (design.id == id) restore = [this, design] { session_.addDesign(design.design); };
    session_.removeDesign(id);
  }
  if (kind == Kind::run) {
    if (const auto run = session_.runs().run(id)) restore = [this, run] { session_.addRun(*run); };
    session_.removeRun(id);
  }
  if (kind == Kind::curve) {
    for (const StoredCurve& curve : session_.curves())
      if (curve.id == id) restore = [this, curve] { session_.addCurve(curve); };
    session_.removeCurve(id);
  }
  if (kind == Kind::note) {
    for (const StoredNote& note : session_.notes())
      if (note.id == id) restore = [this, note] { session_.restoreNote(note); };
    session_.removeNote(id);
  }
  if (restore) emit removed(text, restore);
}

void ProjectPanel::addRunActions(QMenu& menu, RowId id) {
  menu.addAction(tr("Restore this run's settings"), this,
                 [this, id] { emit restoreRequested(id); });
  QMenu* compare = menu.addMenu(tr("Compare with…"));
  // The newest come first.
  const RunList& runs = session_.runs();
  const RunNames& names = session_.runNames();
  for (std::size_t i = runs.size(); i-- > 0;) {
    if (runs[i].id == id || compare->actions().size() >= kMostOffered) continue;
    compare->addAction(withoutMnemonic(names.of(runs[i])), this, [this, id, other = runs[i].id] {
      emit compareRequested({id, other});
    });
  }
  compare->setEnabled(!compare->isEmpty());
  menu.addAction(tr("All runs as a table"), this, &ProjectPanel::tableRequested);
}

void ProjectPanel::showMenu(const QPoint& at) {
  QTreeWidgetItem* item = tree_->itemAt(at);
  const Kind kind = kindOf(item);
  QMenu menu(this);
  if (kind == Kind::runs || kind == Kind::allRuns) {
    menu.addAction(tr("All runs as a table"), this, &ProjectPanel::tableRequested);
    menu.exec(tree_->viewport()->mapToGlobal(at));
    return;
  }
  if (kind == Kind::design || kind == Kind::none) {
    menu.addAction(tr("New empty design"), this, [this] {
      Design design;
      design.name = tr("Untitled").toStdString();
      design.settings["topology.kind"] = std::string("custom");
      session_.addDesign(design);
    });
    menu.addAction(tr("New note"), this, &ProjectPanel::noteRequested);
  }
  if (kind == Kind::newNote) menu.addAction(tr("New note"), this, &ProjectPanel::noteRequested);
  if (kind != Kind::none && kind != Kind::newNote) {
    const RowId id = idOf(item);
    if (kind == Kind::design) {
      menu.addAction(tr("Duplicate"), this, [this, id] { session_.duplicateDesign(id); });
      if (id != session_.currentDesign())
        menu.addAction(tr("What differs from the design shown…"), this,
                       [this, id] { emit differencesRequested(id); });
    }
    if (kind != Kind::curve)
      menu.addAction(tr("Rename"), this, [this, kind, id] {
        if (QTreeWidgetItem* present = itemOf(kind, id)) tree_->editItem(present, 0);
      });
    if (kind == Kind::run) addRunActions(menu, id);
    QAction* remove = menu.addAction(tr("Delete"), this, [this, kind, id] {
      QTreeWidgetItem* present = itemOf(kind, id);
      if (present == nullptr) return;
      tree_->setCurrentItem(present);
      removeCurrent();
    });
    remove->setEnabled(kind != Kind::design || session_.designs().size() > 1);
  }
  menu.exec(tree_->viewport()->mapToGlobal(at));
}

}  // namespace hopscope
