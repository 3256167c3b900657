// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/expression.h"
#include "engine/core/issue.h"
#include "engine/design/design.h"

namespace hopscope {

/// What "Do it for me" does, through the same verbs as the user.
struct LessonAction {
  enum class Kind {
    open,    ///< another network, as one undo step
    set,     ///< one setting
    run,     ///< from the beginning to the end
    select,  ///< what partsOf() knows
  };
  Kind kind = Kind::run;
  Design design;       ///< of open
  std::string path;    ///< of set
  Value value;         ///< of set
  std::string target;  ///< of select
};

/// How a number stands in a lesson.
struct LessonFormat {
  int decimals = 0;
  bool percent = false;  ///< a share 0..1
};

/// Figures beside each other: a row per quantity, a column per run.
struct LessonTable {
  struct Column {
    std::string title;
    std::string run;  ///< a kept run; empty: the one at hand
  };
  struct Row {
    std::string label, unit;
    std::shared_ptr<const Expression> value;
    LessonFormat format;
  };
  std::vector<Column> columns;
  std::vector<Row> rows;
};

/// What a learner is to guess before anything is shown.
struct LessonQuestion {
  struct Answer {
    std::string text;
    std::vector<Condition> when;  ///< all hold of the outcome that the answer describes
  };
  std::string ask;  ///< empty: nothing is asked
  std::vector<Answer> answers;
};

/// Text is paragraphs, lists with "- ", **bold** and *italics*; "{accepted:3}" in it stands for a
/// number as it really came out, with three decimals ("%": per cent, "%1": with one decimal).
struct LessonStep {
  std::string title;
  std::string text;                   ///< what this is about
  LessonQuestion question;            ///< before the task; may ask nothing
  std::string task;                   ///< what the learner does; empty: reads
  std::string button;                 ///< on the button that does it; empty: "Do it for me"
  std::vector<LessonAction> actions;  ///< that do it
  std::vector<Condition> until;       ///< all hold once it is done
  std::string found;                  ///< what to see in the outcome
  LessonTable figures;                ///< below `found`; may be empty
  std::string keep;                   ///< the name under which the outcome is remembered
  std::string caption;                ///< below the canvas
  std::string panel, then;            ///< right of the canvas: before and after it is done
  std::string highlight;              ///< "run", "speed", "step", "canvas", "timeline", "panel",
                                      ///< "setting:traffic.load", or what partsOf() knows; may
                                      ///< be empty
};

struct Lesson {
  std::string name;   ///< of its file, without ".json"; empty: how far one gets is not kept
  std::string title;  ///< "Virtual channels"
  std::string why;    ///< one sentence: why it is interesting
  int minutes = 0;
  Design design;  ///< it begins with
  std::vector<LessonStep> steps;
  std::string json;  ///< the document that it was read from
};

/// The design after the open and set actions of the steps before `step`.
Design designBefore(const Lesson& lesson, std::size_t step);
/// Does one open or set action to a design.
void applyTo(Design& design, const LessonAction& action);

/// Every text of the lesson, in reading order; what a translator gets.
std::vector<std::string> lessonTexts(const Lesson& lesson);

}  // namespace hopscope
