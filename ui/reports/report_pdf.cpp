// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <algorithm>
#include <cmath>
#include <memory>

#include "ui/drawing/fonts.h"
#include "ui/drawing/network_export.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/theme.h"
#include "ui/reports/report_page.h"

namespace hopscope {

namespace {

constexpr int kPictureObject = QTextFormat::UserObject + 1;
constexpr int kPictureIndex = QTextFormat::UserProperty + 1;
constexpr int kDotsPerInch = 96;  ///< one unit of the page is a pixel of the style
constexpr double kMarginMillimetres = 16;
constexpr double kFooter = 24;
constexpr double kPlotMillimetres = 85;
constexpr double kPlotTitle = 24, kPlotGap = 12;

/// Draws the report's pictures as vectors inside the text's lines.
class PictureObject : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)

 public:
  PictureObject(const ReportPictures& pictures, double width) : pictures_(pictures) {
    NetworkPainter painter(Theme::light());
    painter.setPicture(pictures.network);
    const QRectF bounds = painter.bounds();
    // As wide as the page, as high as the network's shape asks for, never more than most of a page.
    const double ratio = bounds.width() > 0 ? bounds.height() / bounds.width() : 0.5;
    sizes_.emplace_back(width, std::clamp(width * ratio + 60, 160.0, width * 1.05));
    for (const PlotPicture& plot : pictures.plots) {
      auto svg = std::make_unique<QSvgRenderer>(plotSvg(plot, kPlotMillimetres));
      // Two in a row, each below its title.
      const double column = width / 2 - kPlotGap;
      const QRectF shape = svg->viewBoxF();
      sizes_.emplace_back(column, kPlotTitle + column * shape.height() / shape.width() + kPlotGap);
      plots_.push_back(std::move(svg));
    }
  }

  QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override {
    Q_UNUSED(document)
    Q_UNUSED(position)
    return sizes_[static_cast<std::size_t>(format.intProperty(kPictureIndex))];
  }

  void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                  const QTextFormat& format) override {
    Q_UNUSED(document)
    Q_UNUSED(position)
    const auto index = static_cast<std::size_t>(format.intProperty(kPictureIndex));
    if (index == 0) {
      paintNetwork(*painter, rect, pictures_.network, {});
    } else {
      painter->setFont(uiFont(12, true));
      painter->setPen(Theme::light().color(Tone::t1));
      painter->drawText(QRectF(rect.left(), rect.top(), rect.width(), kPlotTitle),
                        Qt::AlignLeft | Qt::AlignVCenter, pictures_.plots[index - 1].title);
      plots_[index - 1]->render(painter, rect.adjusted(0, kPlotTitle, 0, -kPlotGap));
    }
  }

 private:
  const ReportPictures& pictures_;
  std::vector<QSizeF> sizes_;
  std::vector<std::unique_ptr<QSvgRenderer>> plots_;
};

QString placeholder(std::size_t index) {
  // A private-use character can't occur in the words around.
  return QString(QChar(0xE000)) + QString::number(index) + QChar(0xE001);
}

void insertPictures(QTextDocument& document, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    QTextCursor cursor = document.find(placeholder(i));
    if (cursor.isNull()) continue;
    QTextCharFormat format;
    format.setObjectType(kPictureObject);
    format.setProperty(kPictureIndex, static_cast<int>(i));
    cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
  }
}

/// The first heading, from `from` on, that stands on another page than what it heads.
QTextBlock orphanedHeading(const QTextDocument& document, const QTextBlock& from) {
  const double height = document.pageSize().height();
  const auto pageOf = [&](const QTextBlock& block) {
    return std::floor(document.documentLayout()->blockBoundingRect(block).top() / height);
  };
  for (QTextBlock block = from; block.isValid(); block = block.next()) {
    const QTextBlock next = block.next();
    if (block.blockFormat().headingLevel() > 0 && next.isValid() && pageOf(next) != pageOf(block)) {
      return block;
    }
  }
  return {};
}

/// Moves headings to the next page where what they head begins there.
void keepHeadingsWithText(QTextDocument& document) {
  QTextBlock block = orphanedHeading(document, document.begin());
  while (block.isValid()) {
    QTextBlockFormat format = block.blockFormat();
    format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    QTextCursor(block).setBlockFormat(format);
    // All of it anew: what was laid out further down would stay where it was.
    document.markContentsDirty(0, document.characterCount());
    block = orphanedHeading(document, block.next());
  }
}

}  // namespace

QByteArray reportPdf(const ReportInput& input) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setPageLayout(QPageLayout(
      QPageSize(QPageSize::A4), QPageLayout::Portrait,
      QMarginsF(kMarginMillimetres, kMarginMillimetres, kMarginMillimetres, kMarginMillimetres),
      QPageLayout::Millimeter));
  writer.setResolution(kDotsPerInch);
  const QString title = QString::fromStdString(input.design.name);
  writer.setTitle(title);
  writer.setCreator(QStringLiteral("Hopscope"));
  const QSizeF page = writer.pageLayout().paintRectPixels(kDotsPerInch).size();
  const QSizeF text(page.width(), page.height() - kFooter);

  const ReportPictures pictures = reportPictures(input);
  PictureObject painterOfPictures(pictures, text.width());
  QTextDocument document;
  document.setDocumentMargin(0);
  document.setDefaultFont(uiFont(12));
  document.documentLayout()->setPaintDevice(&writer);
  document.documentLayout()->registerHandler(kPictureObject, &painterOfPictures);
  document.setDefaultStyleSheet(reportStyle());
  document.setHtml(
      QStringLiteral("<body>%1</body>")
          .arg(reportBody(
              input, pictures,
              [](std::size_t i) { return QStringLiteral("<p>%1</p>\n").arg(placeholder(i)); },
              false)));
  insertPictures(document, pictures.plots.size() + 1);
  document.setPageSize(text);
  keepHeadingsWithText(document);

  QPainter painter(&writer);
  const int pages = document.pageCount();
  for (int number = 0; number < pages; ++number) {
    if (number > 0) writer.newPage();
    painter.save();
    painter.translate(0, -number * text.height());
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = QRectF(0, number * text.height(), text.width(), text.height());
    context.palette.setColor(QPalette::Text, Theme::light().color(Tone::t1));
    painter.setClipRect(context.clip);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
    painter.setFont(uiFont(11));
    painter.setPen(Theme::light().color(Tone::t3));
    const QRectF footer(0, page.height() - kFooter, page.width(), kFooter);
    painter.drawText(footer, Qt::AlignLeft | Qt::AlignBottom, title);
    painter.drawText(footer, Qt::AlignRight | Qt::AlignBottom,
                     QStringLiteral("%1 of %2").arg(number + 1).arg(pages));
  }
  painter.end();
  return bytes;
}

}  // namespace hopscope

#include "report_pdf.moc"
