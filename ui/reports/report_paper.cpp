// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_paper.h"

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
#include <QTextLayout>
#include <QTextObjectInterface>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "ui/drawing/fonts.h"
#include "ui/drawing/network_export.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/theme.h"
#include "ui/reports/report_markup.h"
#include "ui/reports/report_page.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

namespace {

constexpr int kPictureObject = QTextFormat::UserObject + 1;
constexpr int kPictureIndex = QTextFormat::UserProperty + 1;
constexpr int kDotsPerInch = 96;  ///< one unit of the page is a pixel of the style
constexpr double kMarginMillimetres = 16;
constexpr double kFooter = 24;
constexpr double kPlotTitle = 24, kPlotGap = 12;

/// Draws the report's pictures as vectors inside the text's lines.
class PictureObject : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)

 public:
  PictureObject(const ReportPictures& pictures, double width)
      : pictures_(pictures), width_(width), plots_(pictures.plots.size()) {
    NetworkPainter painter(Theme::light());
    painter.setPicture(pictures.network);
    const QRectF bounds = painter.bounds();
    // It is as wide as the page and as high as its shape asks for, but never fills a page.
    const double ratio = bounds.width() > 0 ? bounds.height() / bounds.width() : 0.5;
    network_ = QSizeF(width, std::clamp(width * ratio + 60, 160.0, width * 0.8));
  }

  QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override {
    Q_UNUSED(document)
    Q_UNUSED(position)
    const int index = format.intProperty(kPictureIndex);
    if (index == 0) return network_;
    // Two in a row, each below its title.
    const double column = width_ / 2 - kPlotGap;
    const QRectF shape = plot(index).viewBoxF();
    return {column, kPlotTitle + column * shape.height() / shape.width() + kPlotGap};
  }

  void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                  const QTextFormat& format) override {
    Q_UNUSED(document)
    Q_UNUSED(position)
    const int index = format.intProperty(kPictureIndex);
    if (index == 0) {
      paintNetwork(*painter, rect, pictures_.network, {});
    } else {
      painter->setFont(uiFont(12, true));
      painter->setPen(Theme::light().color(Tone::t1));
      painter->drawText(QRectF(rect.left(), rect.top(), rect.width(), kPlotTitle),
                        Qt::AlignLeft | Qt::AlignVCenter,
                        pictures_.plots[static_cast<std::size_t>(index) - 1].picture.title);
      plot(index).render(painter, rect.adjusted(0, kPlotTitle, 0, -kPlotGap));
    }
  }

 private:
  /// Drawn once it is wanted: a plan shows few of the plots there are.
  QSvgRenderer& plot(int index) {
    const auto n = static_cast<std::size_t>(index) - 1;
    if (!plots_[n])
      plots_[n] = std::make_unique<QSvgRenderer>(
          plotSvg(pictures_.plots[n].picture, kReportPlotMillimetres));
    return *plots_[n];
  }

  const ReportPictures& pictures_;
  double width_;
  QSizeF network_;
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

class ReportPaper::Layout {
 public:
  explicit Layout(ReportInput given)
      : input(std::move(given)), pictures(reportPictures(input)), metrics_(&nowhere_) {
    setSheet(metrics_);
    const QPageLayout layout = metrics_.pageLayout();
    sheet = layout.fullRectPixels(kDotsPerInch).size();
    page = layout.paintRectPixels(kDotsPerInch);
    text = QSizeF(page.width(), page.height() - kFooter);
    drawings_ = std::make_unique<PictureObject>(pictures, text.width());
  }

  void arrange() {
    document = std::make_unique<QTextDocument>();
    document->setDocumentMargin(0);
    document->setDefaultFont(uiFont(12));
    document->documentLayout()->setPaintDevice(&metrics_);
    document->documentLayout()->registerHandler(kPictureObject, drawings_.get());
    document->setDefaultStyleSheet(reportStyle());
    document->setHtml(
        QStringLiteral("<body>%1</body>")
            .arg(reportBody(
                input, pictures,
                [](std::size_t i) { return QStringLiteral("<p>%1</p>\n").arg(placeholder(i)); },
                false)));
    insertPictures(*document, pictures.plots.size() + 1);
    document->setPageSize(text);
    keepHeadingsWithText(*document);
  }

  /// The inside of a page, the painter's origin at the corner of its margins.
  void paint(QPainter& painter, int number) const {
    const FileNumbers numbers;
    painter.save();
    painter.translate(0, -number * text.height());
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = QRectF(0, number * text.height(), text.width(), text.height());
    context.palette.setColor(QPalette::Text, Theme::light().color(Tone::t1));
    painter.setClipRect(context.clip);
    document->documentLayout()->draw(&painter, context);
    painter.restore();
    painter.setFont(uiFont(11));
    painter.setPen(Theme::light().color(Tone::t3));
    const QRectF footer(0, page.height() - kFooter, page.width(), kFooter);
    painter.drawText(footer, Qt::AlignLeft | Qt::AlignBottom, reportTitle(input));
    painter.drawText(footer, Qt::AlignRight | Qt::AlignBottom,
                     QObject::tr("%1 of %2").arg(number + 1).arg(document->pageCount()));
  }

  ReportInput input;
  ReportPictures pictures;
  QSizeF sheet, text;
  QRectF page;
  std::unique_ptr<QTextDocument> document;

 private:
  QBuffer nowhere_;
  QPdfWriter metrics_;  ///< measures text as the PDF will
  std::unique_ptr<PictureObject> drawings_;
};

ReportPaper::ReportPaper(ReportInput input) : layout_(std::make_unique<Layout>(std::move(input))) {
  layout_->arrange();
}

ReportPaper::~ReportPaper() = default;

void ReportPaper::arrange(const ReportPlan& plan) {
  layout_->input.plan = plan;
  layout_->arrange();
}

const ReportInput& ReportPaper::input() const {
  return layout_->input;
}

bool ReportPaper::has(ReportSection section) const {
  return hasContent(section, layout_->input, layout_->pictures);
}

int ReportPaper::pages() const {
  return layout_->document->pageCount();
}

QSizeF ReportPaper::sheet() const {
  return layout_->sheet;
}

void ReportPaper::paint(QPainter& painter, int page) const {
  painter.save();
  painter.translate(layout_->page.topLeft());
  layout_->paint(painter, page);
  painter.restore();
}

QString ReportPaper::text() const {
  return layout_->document->toPlainText();
}

QByteArray ReportPaper::pdf() const {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  setSheet(writer);
  writer.setTitle(reportTitle(layout_->input));
  writer.setCreator(QStringLiteral("Hopscope"));
  QPainter painter(&writer);
  for (int number = 0; number < pages(); ++number) {
    if (number > 0) writer.newPage();
    layout_->paint(painter, number);
  }
  painter.end();
  return bytes;
}

QByteArray reportPdf(const ReportInput& input) {
  return ReportPaper(input).pdf();
}

}  // namespace hopscope

#include "report_paper.moc"
