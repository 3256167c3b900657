// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace hopscope {

/// A word that a step has in its file, and what its form calls it.
struct LessonChoice {
  const char* value;
  const char* words;  ///< to be translated as LessonForm's
};

/// What stands right of the canvas: of "panel" and "then".
inline constexpr LessonChoice kLessonPanels[] = {
    {"none", QT_TRANSLATE_NOOP("LessonForm", "No panel")},
    {"properties", QT_TRANSLATE_NOOP("LessonForm", "Properties")},
    {"inspector", QT_TRANSLATE_NOOP("LessonForm", "Inspector")},
    {"circuits", QT_TRANSLATE_NOOP("LessonForm", "Circuits")}};

/// What a step points at, besides parts and settings that are named.
inline constexpr LessonChoice kLessonHighlights[] = {
    {"run", QT_TRANSLATE_NOOP("LessonForm", "The Run button")},
    {"step", QT_TRANSLATE_NOOP("LessonForm", "The Step button")},
    {"speed", QT_TRANSLATE_NOOP("LessonForm", "The speed")},
    {"canvas", QT_TRANSLATE_NOOP("LessonForm", "The canvas")},
    {"timeline", QT_TRANSLATE_NOOP("LessonForm", "The timeline")},
    {"panel", QT_TRANSLATE_NOOP("LessonForm", "The panel at the right")},
    {"hottest_link", QT_TRANSLATE_NOOP("LessonForm", "The busiest link")}};

}  // namespace hopscope
