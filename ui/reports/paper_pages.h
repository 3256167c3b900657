// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBuffer>
#include <QByteArray>
#include <QPdfWriter>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "ui/drawing/network_painter.h"
#include "ui/drawing/plot_widget.h"

class QPainter;
class QTextDocument;

namespace hopscope {

/// A picture of a page: a network alone is as wide as the page, several and plots stand two in a
/// row; each plot below its title.
using PagePicture = std::variant<NetworkPicture, PlotPicture>;

/// The markup of a page's content, asking for that of picture i where it belongs.
using PageBody = std::function<QString(const std::function<QString(std::size_t)>& picture)>;

/// A text with pictures laid out on A4 pages; pictures stay vectors. One unit of a page is a pixel
/// of the style.
class PaperPages {
 public:
  explicit PaperPages(std::vector<PagePicture> pictures);
  ~PaperPages();
  PaperPages(const PaperPages&) = delete;
  PaperPages& operator=(const PaperPages&) = delete;

  /// Lays out that text, with `title` at the foot of each page.
  void arrange(const QString& title, const PageBody& body);
  int count() const;
  QSizeF sheet() const { return sheet_; }  ///< of a whole page, margins included
  /// Paints a page, counted from 0, its corner at the painter's origin.
  void paint(QPainter& painter, int page) const;
  QString text() const;  ///< of all pages
  QByteArray pdf() const;

 private:
  class Pictures;

  void paintInside(QPainter& painter, int page) const;

  std::vector<PagePicture> pictures_;
  QString title_;
  QSizeF sheet_, text_;
  QRectF page_;
  QBuffer nowhere_;
  QPdfWriter metrics_;  ///< measures text as the PDF will
  std::unique_ptr<Pictures> drawings_;
  std::unique_ptr<QTextDocument> document_;
};

}  // namespace hopscope
