// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/theme.h"

#include <QFile>
#include <algorithm>
#include <array>
#include <vector>

namespace hopscope {

namespace {

struct Token {
  const char* name;
  QRgb light, dark;
};

constexpr std::size_t kTokens = 23;

/// Names and colours in the order of Tone.
constexpr std::array<Token, kTokens> kTokenTable{{
    {"chrome", 0xffE9ECF0, 0xff15181D},     {"panel", 0xffF5F6F8, 0xff1C2026},
    {"base", 0xffFFFFFF, 0xff121519},       {"canvas", 0xffFCFCFD, 0xff0F1216},
    {"raised", 0xffDDE2E9, 0xff2B313A},     {"line", 0xffD3D8E0, 0xff303640},
    {"edge", 0xff7B8493, 0xff727C8C},       {"t1", 0xff1A1F27, 0xffE6E9EE},
    {"t2", 0xff475060, 0xffB3BBC7},         {"t3", 0xff5E6877, 0xff909AA9},
    {"t4", 0xff99A1AD, 0xff5C6675},         {"accent", 0xff0B6E70, 0xff3FC1B8},
    {"onAccent", 0xffFFFFFF, 0xff06201F},   {"accentText", 0xff0A5F61, 0xff5ACFC6},
    {"accentSoft", 0xffD5ECEB, 0xff15393A}, {"info", 0xff1F5FBF, 0xff7FB0F5},
    {"infoSoft", 0xffE1ECFB, 0xff1A2A42},   {"ok", 0xff1D7A3A, 0xff6CCB86},
    {"okSoft", 0xffDFF2E4, 0xff16301F},     {"warn", 0xff8A5A00, 0xffE8B54A},
    {"warnSoft", 0xffFBEFD3, 0xff35290F},   {"bad", 0xffB3261E, 0xffFF8A80},
    {"badSoft", 0xffFBE4E2, 0xff3D1D1B},
}};
static_assert(static_cast<std::size_t>(Tone::badSoft) + 1 == kTokens);

constexpr std::array<QRgb, Theme::kCurves> kLightCurves{
    0xff4251D4, 0xffE67114, 0xff088566, 0xff590281, 0xff705B00, 0xff2C9BD6, 0xff90033A, 0xff8B8F9B};
constexpr std::array<QRgb, Theme::kCurves> kDarkCurves{
    0xff8EA5FE, 0xffF69D25, 0xff1C9B79, 0xff975ED7, 0xffE8EBA3, 0xff74EDF7, 0xffE2484A, 0xff656875};

/// Curve number 1..8 to 0..7; others wrap around.
std::size_t curveIndex(int number) {
  const int wrapped = (number - 1) % Theme::kCurves;
  return static_cast<std::size_t>(wrapped < 0 ? wrapped + Theme::kCurves : wrapped);
}

}  // namespace

const Theme& Theme::light() {
  static const Theme theme(false);
  return theme;
}

const Theme& Theme::dark() {
  static const Theme theme(true);
  return theme;
}

QColor Theme::color(Tone tone) const {
  const Token& token = kTokenTable[static_cast<std::size_t>(tone)];
  return QColor::fromRgba(dark_ ? token.dark : token.light);
}

QColor Theme::curve(int number) const {
  return QColor::fromRgba((dark_ ? kDarkCurves : kLightCurves)[curveIndex(number)]);
}

QList<qreal> Theme::curveDash(int number, qreal penWidth) {
  // These are pixels; Qt counts dashes in pen widths.
  static const std::array<QList<qreal>, 8> kDashes{QList<qreal>{}, {6, 3},  {2, 3},
                                                   {8, 3, 2, 3},   {12, 4}, {8, 3, 2, 3, 2, 3},
                                                   QList<qreal>{}, {4, 2}};
  QList<qreal> dash = kDashes[curveIndex(number)];
  for (qreal& length : dash) length /= penWidth;
  return dash;
}

QPalette Theme::palette() const {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, Tone tone) {
    palette.setColor(role, color(tone));
  };
  set(QPalette::Window, Tone::panel);
  set(QPalette::WindowText, Tone::t1);
  set(QPalette::Base, Tone::base);
  set(QPalette::AlternateBase, Tone::panel);
  set(QPalette::ToolTipBase, Tone::base);
  set(QPalette::ToolTipText, Tone::t1);
  set(QPalette::PlaceholderText, Tone::t3);
  set(QPalette::Text, Tone::t1);
  set(QPalette::Button, Tone::panel);
  set(QPalette::ButtonText, Tone::t1);
  set(QPalette::BrightText, Tone::bad);
  set(QPalette::Light, Tone::base);
  set(QPalette::Midlight, Tone::raised);
  set(QPalette::Mid, Tone::line);
  set(QPalette::Dark, Tone::edge);
  set(QPalette::Shadow, Tone::edge);
  set(QPalette::Highlight, Tone::accent);
  set(QPalette::HighlightedText, Tone::onAccent);
  set(QPalette::Link, Tone::accentText);
  set(QPalette::LinkVisited, Tone::accentText);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                          QPalette::PlaceholderText, QPalette::HighlightedText}) {
    palette.setColor(QPalette::Disabled, role, color(Tone::t4));
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, color(Tone::raised));
  return palette;
}

QString Theme::styleSheet() const {
  QFile file(QStringLiteral(":/style.qss"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString sheet = QString::fromUtf8(file.readAll());
  std::vector<std::pair<QString, QString>> replacements;
  replacements.reserve(kTokens + 1);
  replacements.emplace_back(QStringLiteral("@theme"),
                            dark_ ? QStringLiteral("dark") : QStringLiteral("light"));
  for (std::size_t i = 0; i < kTokens; ++i) {
    replacements.emplace_back(QLatin1Char('@') + QLatin1String(kTokenTable[i].name),
                              color(static_cast<Tone>(i)).name());
  }
  // Longest first, or @accent would eat the beginning of @accentSoft.
  std::sort(replacements.begin(), replacements.end(),
            [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  for (const auto& [name, value] : replacements) sheet.replace(name, value);
  return sheet;
}

}  // namespace hopscope
