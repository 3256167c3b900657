// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/paper_pages.h"

#include <QAbstractTextDocumentLayout>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextObjectInterface>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/drawing/network_export.h"
#include "ui/drawing/theme.h"
#include "ui/reports/report_markup.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

namespace {

constexpr int kPictureObject = QTextFormat::UserObject + 1;
constexpr int kPictureIndex = QTextFormat::UserProperty + 1;
constexpr int kDotsPerInch = 96;  ///< one unit of the page is a pixel of the style
constexpr double kMarginMillimetres = 16;
constexpr double kFooter = 24;
constexpr double kPlotTitle = 24, kPlotGap = 12;

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
    // A picture that does not fit leaves its block's top behind on the page before.
    const double line =
        block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).position().y() : 0;
    return std::floor((document.documentLayout()->blockBoundingRect(block).top() + line) / height);
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

/// A4 upright with the report's margins.
void setSheet(QPdfWriter& writer) {
  writer.setPageLayout(QPageLayout(
      QPageSize(QPageSize::A4), QPageLayout::Portrait,
      QMarginsF(kMarginMillimetres, kMarginMillimetres, kMarginMillimetres, kMarginMillimetres),
      QPageLayout::Millimeter));
  writer.setResolution(kDotsPerInch);
}

}  // namespace

/// Draws the pictures as vectors inside the text's lines.
class PaperPages::Pictures : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)

 public:
  Pictures(const std::vector<PagePicture>& pictures, double width)
      : pictures_(pictures), width_(width), plots_(pictures.size()) {
    const auto networks = std::count_if(
        pictures.begin(), pictures.end(),
        [](const PagePicture& each) { return std::holds_alternative<NetworkPicture>(each); });
    networkWidth_ = networks > 1 ? column() : width;
  }

  QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override {
    Q_UNUSED(document)
    Q_UNUSED(position)
    const std::size_t index = indexOf(format);
    if (const auto* network = std::get_if<NetworkPicture>(&pictures_[index]))
      return sizeOf(*network);
    const QRectF shape = plot(index).viewBoxF();
    return {column(), kPlotTitle + column() * shape.height() / shape.width() + kPlotGap};
  }

  void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                  const QTextFormat& format) override {
    Q_UNUSED(document)
    Q_UNUSED(position)
    const std::size_t index = indexOf(format);
    if (const auto* network = std::get_if<NetworkPicture>(&pictures_[index])) {
      paintNetwork(*painter, rect, *network, {});
    } else {
      painter->setFont(uiFont(12, true));
      painter->setPen(Theme::light().color(Tone::t1));
      painter->drawText(QRectF(rect.left(), rect.top(), rect.width(), kPlotTitle),
                        Qt::AlignLeft | Qt::AlignVCenter,
                        std::get<PlotPicture>(pictures_[index]).title);
      plot(index).render(painter, rect.adjusted(0, kPlotTitle, 0, -kPlotGap));
    }
  }

 private:
  static std::size_t indexOf(const QTextFormat& format) {
    return static_cast<std::size_t>(format.intProperty(kPictureIndex));
  }

  /// Of two in a row.
  double column() const { return width_ / 2 - kPlotGap; }

  QSizeF sizeOf(const NetworkPicture& picture) const {
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const QRectF bounds = painter.bounds();
    // It is as high as its shape asks for, but never fills a page.
    const double ratio = bounds.width() > 0 ? bounds.height() / bounds.width() : 0.5;
    const double most = networkWidth_ < width_ ? 1.2 : 0.8;
    return {networkWidth_, std::clamp(networkWidth_ * ratio + 60, 160.0, networkWidth_ * most)};
  }

  /// Drawn once it is wanted: a plan shows few of the plots there are.
  QSvgRenderer& plot(std::size_t index) {
    if (!plots_[index])
      plots_[index] = std::make_unique<QSvgRenderer>(
          plotSvg(std::get<PlotPicture>(pictures_[index]), kReportPlotMillimetres));
    return *plots_[index];
  }

  const std::vector<PagePicture>& pictures_;
  double width_;
  double networkWidth_ = 0;
  std::vector<std::unique_ptr<QSvgRenderer>> plots_;
};

PaperPages::PaperPages(std::vector<PagePicture> pictures)
    : pictures_(std::move(pictures)), metrics_(&nowhere_) {
  setSheet(metrics_);
  const QPageLayout layout = metrics_.pageLayout();
  sheet_ = layout.fullRectPixels(kDotsPerInch).size();
  page_ = layout.paintRectPixels(kDotsPerInch);
  text_ = QSizeF(page_.width(), page_.height() - kFooter);
  drawings_ = std::make_unique<Pictures>(pictures_, text_.width());
}

PaperPages::~PaperPages() = default;

void PaperPages::arrange(const QString& title, const PageBody& body) {
  title_ = title;
  document_ = std::make_unique<QTextDocument>();
  document_->setDocumentMargin(0);
  document_->setDefaultFont(uiFont(12));
  document_->documentLayout()->setPaintDevice(&metrics_);
  document_->documentLayout()->registerHandler(kPictureObject, drawings_.get());
  document_->setDefaultStyleSheet(reportStyle());
  document_->setHtml(QStringLiteral("<body>%1</body>").arg(body([](std::size_t i) {
    return QStringLiteral("<p>%1</p>\n").arg(placeholder(i));
  })));
  insertPictures(*document_, pictures_.size());
  document_->setPageSize(text_);
  keepHeadingsWithText(*document_);
}

int PaperPages::count() const {
  return document_->pageCount();
}

void PaperPages::paint(QPainter& painter, int page) const {
  painter.save();
  painter.translate(page_.topLeft());
  paintInside(painter, page);
  painter.restore();
}

/// The inside of a page, the painter's origin at the corner of its margins.
void PaperPages::paintInside(QPainter& painter, int page) const {
  const FileNumbers numbers;
  painter.save();
  painter.translate(0, -page * text_.height());
  QAbstractTextDocumentLayout::PaintContext context;
  context.clip = QRectF(0, page * text_.height(), text_.width(), text_.height());
  context.palette.setColor(QPalette::Text, Theme::light().color(Tone::t1));
  painter.setClipRect(context.clip);
  document_->documentLayout()->draw(&painter, context);
  painter.restore();
  painter.setFont(uiFont(11));
  painter.setPen(Theme::light().color(Tone::t3));
  const QRectF footer(0, page_.height() - kFooter, page_.width(), kFooter);
  painter.drawText(footer, Qt::AlignLeft | Qt::AlignBottom, title_);
  painter.drawText(footer, Qt::AlignRight | Qt::AlignBottom,
                   QObject::tr("%1 of %2").arg(page + 1).arg(count()));
}

QString PaperPages::text() const {
  return document_->toPlainText();
}

QByteArray PaperPages::pdf() const {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  setSheet(writer);
  writer.setTitle(title_);
  writer.setCreator(QStringLiteral("Hopscope"));
  QPainter painter(&writer);
  for (int page = 0; page < count(); ++page) {
    if (page > 0) writer.newPage();
    paintInside(painter, page);
  }
  painter.end();
  return bytes;
}

}  // namespace hopscope

#include "paper_pages.moc"
