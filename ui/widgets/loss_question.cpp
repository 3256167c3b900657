// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/loss_question.h"

#include <QLatin1String>
#include <QMessageBox>
#include <QPushButton>

namespace hopscope {

bool asksToLose(QWidget* parent, const LossQuestion& question) {
  QMessageBox box(parent);
  box.setObjectName(QLatin1String(question.name));
  box.setWindowTitle(question.title);
  box.setTextFormat(Qt::PlainText);
  box.setText(question.text);
  box.setInformativeText(question.outcome);
  QPushButton* lose = box.addButton(question.lose, QMessageBox::DestructiveRole);
  QPushButton* keep = box.addButton(question.keep, QMessageBox::RejectRole);
  lose->setProperty("danger", true);
  box.setDefaultButton(keep);
  box.setEscapeButton(keep);
  box.exec();
  return box.clickedButton() == lose;
}

bool asksToSave(QWidget* parent, const SaveQuestion& question, const std::function<bool()>& save) {
  QMessageBox box(parent);
  box.setObjectName(QLatin1String(question.name));
  box.setWindowTitle(question.title);
  box.setTextFormat(Qt::PlainText);
  box.setText(question.text);
  box.setInformativeText(question.outcome);
  QPushButton* keep = box.addButton(QObject::tr("Save"), QMessageBox::AcceptRole);
  QPushButton* drop = box.addButton(question.lose, QMessageBox::DestructiveRole);
  QPushButton* back = box.addButton(question.stay, QMessageBox::RejectRole);
  keep->setProperty("primary", true);
  drop->setProperty("danger", true);
  box.setDefaultButton(keep);
  box.setEscapeButton(back);
  box.exec();
  return box.clickedButton() == keep ? save() : box.clickedButton() == drop;
}

}  // namespace hopscope
