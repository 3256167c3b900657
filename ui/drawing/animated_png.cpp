// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/animated_png.h"

#include <QBuffer>
#include <QtEndian>
#include <array>

namespace hopscope {

namespace {

constexpr int kSignature = 8;

QByteArray bigEndian(quint32 value) {
  QByteArray bytes(4, '\0');
  qToBigEndian(value, bytes.data());
  return bytes;
}

QByteArray bigEndian16(quint16 value) {
  QByteArray bytes(2, '\0');
  qToBigEndian(value, bytes.data());
  return bytes;
}

/// The checksum of PNG's chunks (annex D of its specification); Qt's own is another one.
quint32 checksum(const QByteArray& bytes) {
  static const std::array<quint32, 256> table = [] {
    std::array<quint32, 256> made{};
    for (quint32 n = 0; n < 256; ++n) {
      quint32 c = n;
      for (int bit = 0; bit < 8; ++bit) c = (c & 1U) != 0 ? 0xedb88320U ^ (c >> 1U) : c >> 1U;
      made[n] = c;
    }
    return made;
  }();
  quint32 c = 0xffffffffU;
  for (const char byte : bytes) c = table[(c ^ static_cast<quint8>(byte)) & 0xffU] ^ (c >> 8U);
  return c ^ 0xffffffffU;
}

QByteArray chunk(const char* type, const QByteArray& data) {
  const QByteArray body = QByteArray(type, 4) + data;
  return bigEndian(static_cast<quint32>(data.size())) + body + bigEndian(checksum(body));
}

/// Calls `take(type, data)` for each chunk of a PNG file.
template <typename Take>
void eachChunk(const QByteArray& png, const Take& take) {
  qsizetype at = kSignature;
  while (at + 12 <= png.size()) {
    const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(png.constData() + at));
    take(png.mid(at + 4, 4), png.mid(at + 8, size));
    at += size + 12;
  }
}

}  // namespace

void AnimatedPng::addControl(const QSize& size) {
  QByteArray control = bigEndian(sequence_++);
  control += bigEndian(static_cast<quint32>(size.width()));
  control += bigEndian(static_cast<quint32>(size.height()));
  control += bigEndian(0) + bigEndian(0);
  control += bigEndian16(static_cast<quint16>(delay_)) + bigEndian16(1000);
  // Each frame replaces the whole one before.
  control += QByteArray(2, '\0');
  body_ += chunk("fcTL", control);
}

void AnimatedPng::add(const QImage& frame) {
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  // One format for all: the header stands for every frame.
  frame.convertToFormat(QImage::Format_RGB888).save(&buffer, "PNG");
  const bool first = frames_++ == 0;
  addControl(frame.size());
  eachChunk(png, [&](const QByteArray& type, const QByteArray& data) {
    if (first && type == "IHDR") header_ = data;
    if (type != "IDAT") return;
    body_ += first ? chunk("IDAT", data) : chunk("fdAT", bigEndian(sequence_++) + data);
  });
}

QByteArray AnimatedPng::finish() const {
  if (frames_ == 0) return {};
  return QByteArray("\x89PNG\r\n\x1a\n", kSignature) + chunk("IHDR", header_) +
         chunk("acTL", bigEndian(static_cast<quint32>(frames_)) + bigEndian(0)) + body_ +
         chunk("IEND", {});
}

}  // namespace hopscope
