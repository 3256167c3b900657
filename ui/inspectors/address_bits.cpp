// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/address_bits.h"

#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <bit>

#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

constexpr int kRow = 40;
constexpr double kName = 66, kBit = 13, kBitHeight = 18;

/// Enough bits for `count` values.
int bitsFor(std::uint64_t count) {
  return std::max(1, static_cast<int>(std::bit_width(std::max<std::uint64_t>(count, 1) - 1)));
}

}  // namespace

BitRow addressRow(const AddressPlan& plan, TerminalId terminal) {
  BitRow row;
  row.name = AddressBits::tr("address");
  const AddressLayout& layout = plan.layout();
  const MacAddress address = plan.placeOf(terminal);
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const AddressField& field = layout.fields()[i];
    // A field with one value takes no bits.
    if (field.bits == 0) continue;
    const std::uint32_t value = layout.valueOf(address, i);
    row.fields.push_back(
        {QStringLiteral("%1 %2").arg(QString::fromStdString(field.name)).arg(value),
         static_cast<int>(field.bits), value, static_cast<int>(i) % 4 + 1});
  }
  return row;
}

BitRow indexRow(const CacheDetail& cache, const LookupRecord& record) {
  BitRow row;
  const bool plain = cache.hash == HashKind::modulo;
  row.name = plain ? AddressBits::tr("key") : AddressBits::tr("checksum");
  const int bits = plain ? std::max(bitsFor(std::uint64_t{record.hash} + 1), bitsFor(cache.sets))
                         : std::max(16, static_cast<int>(std::bit_width(record.hash)));
  if (!std::has_single_bit(cache.sets)) {
    row.fields = {{{}, bits, record.hash, 5}};
    row.words = AddressBits::tr("%1 modulo %2 sets = set %3")
                    .arg(record.hash)
                    .arg(cache.sets)
                    .arg(record.set);
    return row;
  }
  const int index = cache.sets == 1 ? 0 : bitsFor(cache.sets);
  const std::uint64_t upper = std::uint64_t{record.hash} >> index;
  if (bits > index)
    row.fields.push_back(
        {plain ? AddressBits::tr("tag %1").arg(upper) : AddressBits::tr("not used"), bits - index,
         upper, plain ? 4 : 0});
  if (index > 0)
    row.fields.push_back({AddressBits::tr("index: set %1").arg(record.set), index, record.set, 5});
  return row;
}

AddressBits::AddressBits(QWidget* parent) : RowsWidget(kRow, parent) {
  setObjectName(QStringLiteral("addressBits"));
  setAccessibleName(tr("Address bits"));
}

QString AddressBits::wordsOf(const BitRow& row) const {
  QStringList fields;
  for (const BitField& field : row.fields) fields << field.name;
  return row.name + QLatin1Char(' ') +
         (row.words.isEmpty() ? fields.join(QStringLiteral(", ")) : row.words);
}

void AddressBits::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const BitRow& row = rows()[i];
    const double y = static_cast<double>(i) * kRow;
    painter.setFont(uiFont(11));
    painter.setPen(theme().color(Tone::t2));
    painter.drawText(QRectF(0, y, kName - 4, kBitHeight), Qt::AlignVCenter, row.name);
    int all = 0;
    for (const BitField& field : row.fields) all += field.bits;
    const double gaps = 4.0 * static_cast<double>(row.fields.size());
    const double bit = std::min(kBit, (width() - kName - gaps) / std::max(1, all));
    double x = kName, wordsAt = kName;
    for (const BitField& field : row.fields) {
      QColor fill = theme().color(Tone::raised);
      if (field.curve > 0) {
        fill = theme().curve(field.curve);
        fill.setAlphaF(theme().isDark() ? 0.38F : 0.24F);
      }
      painter.setPen(Qt::NoPen);
      painter.setBrush(fill);
      const double wide = bit * field.bits;
      painter.drawRoundedRect(QRectF(x, y + 1, wide, kBitHeight - 2), 3, 3);
      painter.setFont(uiFont(11));
      painter.setPen(theme().color(field.curve > 0 ? Tone::t1 : Tone::t3));
      for (int b = 0; b < field.bits; ++b)
        painter.drawText(
            QRectF(x + bit * b, y, bit, kBitHeight), Qt::AlignCenter,
            (field.value >> (field.bits - 1 - b)) & 1 ? QStringLiteral("1") : QStringLiteral("0"));
      x += wide + 4;
      // The names stand one after the other, each behind a swatch: fields of one bit are narrow.
      if (!row.words.isEmpty()) continue;
      painter.setPen(Qt::NoPen);
      painter.setBrush(fill);
      painter.drawRoundedRect(QRectF(wordsAt, y + kBitHeight + 5, 8, 8), 2, 2);
      painter.setPen(theme().color(Tone::t2));
      const double advance = painter.fontMetrics().horizontalAdvance(field.name);
      painter.drawText(QRectF(wordsAt + 12, y + kBitHeight, advance + 4, 18), Qt::AlignVCenter,
                       field.name);
      wordsAt += 12 + advance + 12;
    }
    if (row.words.isEmpty()) continue;
    painter.setPen(theme().color(Tone::t2));
    painter.drawText(QRectF(kName, y + kBitHeight, width() - kName, 18), Qt::AlignVCenter,
                     row.words);
  }
}

}  // namespace hopscope
