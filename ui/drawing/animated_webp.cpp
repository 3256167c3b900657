// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/animated_webp.h"

#include <webp/encode.h>
#include <webp/mux.h>

namespace hopscope {

namespace {

struct FreeEncoder {
  void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};

/// 0 to 9: how long the encoder looks for a smaller file. More than this costs much and saves
/// little.
constexpr int kEffort = 1;

}  // namespace

struct AnimatedWebp::Encoder {
  std::unique_ptr<WebPAnimEncoder, FreeEncoder> webp;
  WebPConfig config{};
};

AnimatedWebp::AnimatedWebp(int millisecondsPerFrame)
    : encoder_(std::make_unique<Encoder>()), delay_(millisecondsPerFrame) {}

AnimatedWebp::~AnimatedWebp() = default;

bool AnimatedWebp::add(const QImage& frame) {
  if (failed_) return false;
  if (frames_ == 0) {
    size_ = frame.size();
    WebPAnimEncoderOptions options;
    if (WebPAnimEncoderOptionsInit(&options) != 0 && WebPConfigInit(&encoder_->config) != 0 &&
        WebPConfigLosslessPreset(&encoder_->config, kEffort) != 0)
      encoder_->webp.reset(WebPAnimEncoderNew(size_.width(), size_.height(), &options));
  }
  WebPPicture picture;
  failed_ = !encoder_->webp || frame.size() != size_ || WebPPictureInit(&picture) == 0;
  if (failed_) return false;
  picture.use_argb = 1;
  picture.width = size_.width();
  picture.height = size_.height();
  const QImage pixels = frame.convertToFormat(QImage::Format_RGBX8888);
  failed_ =
      WebPPictureImportRGBX(&picture, pixels.constBits(),
                            static_cast<int>(pixels.bytesPerLine())) == 0 ||
      WebPAnimEncoderAdd(encoder_->webp.get(), &picture, frames_ * delay_, &encoder_->config) == 0;
  WebPPictureFree(&picture);
  if (!failed_) ++frames_;
  return !failed_;
}

QByteArray AnimatedWebp::finish() {
  if (failed_ || frames_ == 0) return {};
  WebPData data;
  WebPDataInit(&data);
  QByteArray file;
  // A last call without a picture says how long the last one is shown.
  if (WebPAnimEncoderAdd(encoder_->webp.get(), nullptr, frames_ * delay_, nullptr) != 0 &&
      WebPAnimEncoderAssemble(encoder_->webp.get(), &data) != 0)
    file = QByteArray(reinterpret_cast<const char*>(data.bytes), static_cast<qsizetype>(data.size));
  WebPDataClear(&data);
  return file;
}

}  // namespace hopscope
