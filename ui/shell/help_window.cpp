// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_window.h"

#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QVBoxLayout>

#include "ui/drawing/fonts.h"
#include "ui/shell/actions.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/numbered_files.h"

namespace hopscope {

namespace {

/// A translated page stands in a folder of its language.
QString fileOf(const QString& name) {
  const QString own =
      QStringLiteral(":/help/%1/%2.md").arg(QLocale().name().section(QLatin1Char('_'), 0, 0), name);
  return QFile::exists(own) ? own : QStringLiteral(":/help/%1.md").arg(name);
}

QString read(const QString& name) {
  QFile file(fileOf(name));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

HelpWindow::HelpWindow(const Actions& actions, QWidget* parent)
    : QDialog(parent),
      actions_(actions),
      list_(new QListWidget(this)),
      text_(new QTextBrowser(this)) {
  setObjectName(QStringLiteral("helpWindow"));
  setWindowTitle(tr("User guide"));
  resize(QSize(760, 560).boundedTo(screenRoom(*this)));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  list_->setFixedWidth(168);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setAccessibleName(tr("Pages"));
  list_->setFont(fontOf(TextRole::body));
  for (const QString& name : pages()) {
    // The first line of a page is its title.
    QString title = read(name).section(QLatin1Char('\n'), 0, 0);
    title.remove(QStringLiteral("# "));
    auto* item = new QListWidgetItem(title, list_);
    item->setData(Qt::UserRole, name);
    item->setSizeHint({0, 28});
  }
  auto* side = new QVBoxLayout;
  side->setContentsMargins(8, 12, 8, 8);
  side->addWidget(list_);
  row->addLayout(side);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setAccessibleName(tr("User guide"));
  text_->setOpenLinks(false);
  text_->document()->setDocumentMargin(20);
  row->addWidget(text_, 1);
  connect(list_, &QListWidget::currentItemChanged, this,
          [this](QListWidgetItem* item, QListWidgetItem* before) {
            if (before != nullptr) before->setFont(fontOf(TextRole::body));
            if (item == nullptr) return;
            item->setFont(fontOf(TextRole::bold));
            text_->setMarkdown(pageText(item->data(Qt::UserRole).toString()));
            typeset();
          });
  connect(text_, &QTextBrowser::anchorClicked, this,
          [this](const QUrl& link) { showPage(link.path().section(QLatin1Char('.'), 0, 0)); });
  list_->setCurrentRow(0);
}

QStringList HelpWindow::pages() {
  QStringList names;
  for (const QString& file : numberedFiles(QStringLiteral(":/help"), QStringLiteral("*.md")))
    names << file.chopped(3);
  return names;
}

void HelpWindow::showPage(const QString& name) {
  for (int i = 0; i < list_->count(); ++i)
    if (list_->item(i)->data(Qt::UserRole).toString() == name) list_->setCurrentRow(i);
}

QString HelpWindow::page() const {
  return list_->currentItem()->data(Qt::UserRole).toString();
}

QString HelpWindow::pageText(const QString& name) const {
  static const QRegularExpression kAction(QStringLiteral("\\{action:([A-Za-z.]+)\\}"));
  QString text = read(name);
  // Names and keys of actions are those of the menus, whatever they are called by now.
  for (auto match = kAction.match(text); match.hasMatch(); match = kAction.match(text)) {
    const QAction* action = actions_.at(match.captured(1).toLatin1().constData());
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    text.replace(match.capturedStart(), match.capturedLength(),
                 keys.isEmpty() ? QStringLiteral("**%1**").arg(action->text())
                                : QStringLiteral("**%1** (%2)").arg(action->text(), keys));
  }
  return text;
}

void HelpWindow::typeset() {
  // Markdown brings no type scale of its own; this is the window's.
  QTextCursor cursor(text_->document());
  for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
    QTextBlockFormat format = block.blockFormat();
    const int level = format.headingLevel();
    format.setTopMargin(level == 1 ? 0 : level > 1 ? 12 : 0);
    format.setBottomMargin(level > 0 ? 8 : 6);
    format.setLineHeight(125, QTextBlockFormat::ProportionalHeight);
    cursor.setPosition(block.position());
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    cursor.setBlockFormat(format);
    if (level > 0) {
      QTextCharFormat characters;
      characters.setFont(uiFont(level == 1 ? 20 : 13, true));
      cursor.mergeCharFormat(characters);
    }
  }
  text_->moveCursor(QTextCursor::Start);
}

}  // namespace hopscope
