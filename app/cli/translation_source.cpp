// SPDX-License-Identifier: GPL-3.0-or-later
#include <QByteArray>
#include <QXmlStreamWriter>
#include <set>
#include <string>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/pictures.h"
#include "engine/design/catalogue_words.h"
#include "engine/explore/explore_words.h"
#include "ui/words/engine_text.h"

namespace hopscope::cli {

int writeTranslationSource() {
  QByteArray text;
  QXmlStreamWriter xml(&text);
  xml.setAutoFormatting(true);
  xml.writeStartDocument();
  xml.writeDTD(QStringLiteral("<!DOCTYPE TS>"));
  xml.writeStartElement(QStringLiteral("TS"));
  xml.writeAttribute(QStringLiteral("version"), QStringLiteral("2.1"));
  xml.writeAttribute(QStringLiteral("sourcelanguage"), QStringLiteral("en"));
  xml.writeStartElement(QStringLiteral("context"));
  xml.writeTextElement(QStringLiteral("name"), QLatin1String(kEngineContext));
  std::set<std::string> all = catalogueWords();
  all.merge(exploreWords());
  for (const std::string& words : all) {
    xml.writeStartElement(QStringLiteral("message"));
    xml.writeTextElement(QStringLiteral("source"), QString::fromStdString(words));
    xml.writeStartElement(QStringLiteral("translation"));
    xml.writeAttribute(QStringLiteral("type"), QStringLiteral("unfinished"));
    xml.writeEndElement();
    xml.writeEndElement();
  }
  xml.writeEndDocument();
  return writeOutput("-", text.toStdString()) ? kFine : kFailed;
}

}  // namespace hopscope::cli
