// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <string>

#include "ui/document/design_document.h"

namespace hopscope {

class MessageBar;

/// Says so when an edit of a generated network made it a drawn one and its routing another, with a
/// way back.
class RoutingNotice : public QObject {
  Q_OBJECT

 public:
  RoutingNotice(MessageBar& messages, QObject* parent);

  void setDocument(DesignDocument* document);

 private:
  void look();

  MessageBar& messages_;
  QPointer<DesignDocument> document_;
  std::string kind_, routing_;  ///< as last seen
};

}  // namespace hopscope
