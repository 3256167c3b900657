// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/network_files.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QObject>
#include <QSettings>
#include <QStringList>

#include "engine/design/network_exchange.h"
#include "ui/drawing/save_bytes.h"
#include "ui/shell/export_files.h"
#include "ui/shell/last_folder.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

const char* const kNetworkFolderKey = "network/folder";

QStringList patternsOf(const NetworkFormatEntry& format) {
  QStringList patterns;
  for (const std::string& ending : format.endings)
    patterns << QStringLiteral("*.%1").arg(QString::fromStdString(ending));
  return patterns;
}

QString filterOf(const NetworkFormatEntry& format) {
  return QStringLiteral("%1 (%2)").arg(engineText(format.label),
                                       patternsOf(format).join(QLatin1Char(' ')));
}

/// "net.dot, line 3: What is wrong. What to do."
QString atPlace(const QString& file, const Issue& issue) {
  QString place = QFileInfo(file).fileName();
  if (!issue.path.empty()) place += QStringLiteral(", %1").arg(QString::fromStdString(issue.path));
  return QStringLiteral("%1: %2").arg(place, issueText(issue));
}

NetworkImport refused(const QString& file, const QString& why) {
  return {{}, QObject::tr("%1 can't be imported: %2.").arg(QFileInfo(file).fileName(), why)};
}

}  // namespace

NetworkImport readNetworkFile(const QString& file) {
  QFile source(file);
  if (!source.open(QIODevice::ReadOnly)) return refused(file, source.errorString().toLower());
  if (source.size() > static_cast<qint64>(kMaxNetworkFileBytes))
    return refused(file, QObject::tr("it is too large"));
  const std::string text = source.readAll().toStdString();
  const NetworkFormatEntry* format = guessNetworkFormat(text);
  if (format == nullptr) format = networkFormatOfFile(file.toStdString());
  if (format == nullptr)
    return refused(file,
                   QObject::tr("it is neither GraphML nor DOT nor a network file of BookSim"));
  ReadNetwork read = readNetwork(text, format->format);
  if (hasErrors(read.issues)) return {{}, atPlace(file, read.issues.front())};
  if (read.network.name.empty())
    read.network.name = QFileInfo(file).completeBaseName().toStdString();
  NetworkImport result;
  result.design = importedDesign(read.network, read.issues);
  QStringList notes;
  for (const Issue& issue : read.issues) notes << issueText(issue);
  result.message = notes.join(QLatin1Char(' '));
  return result;
}

QString writeNetworkFile(const QString& file, const Design& design, const Topology& topology,
                         const Placement& placement) {
  const NetworkFormatEntry* format = networkFormatOfFile(file.toStdString());
  if (format == nullptr)
    return QObject::tr("The name %1 says no format: end it with .graphml, .dot or .anynet.")
        .arg(QFileInfo(file).fileName());
  const WrittenNetwork written =
      writeNetwork(exportedNetwork(design, topology, placement), format->format);
  if (hasErrors(written.issues)) return atPlace(file, written.issues.front());
  QString error;
  saveBytes(file, QByteArray::fromStdString(written.text), QObject::tr("The network"), &error);
  return error;
}

QString askForNetworkFile(QWidget* window) {
  QStringList patterns, filters;
  for (const NetworkFormatEntry& format : networkFormats()) {
    patterns << patternsOf(format);
    filters << filterOf(format);
  }
  filters.prepend(QObject::tr("Networks (%1)").arg(patterns.join(QLatin1Char(' '))));
  filters << QObject::tr("All files (*)");
  QString file = QFileDialog::getOpenFileName(window, QObject::tr("Import a network"),
                                              lastFolder(kNetworkFolderKey),
                                              filters.join(QStringLiteral(";;")));
  if (!file.isEmpty()) rememberFolderOf(file, kNetworkFolderKey);
  return file;
}

QString askForNetworkTarget(QWidget* window, const QString& designName) {
  QStringList filters;
  for (const NetworkFormatEntry& format : networkFormats()) filters << filterOf(format);
  QString folder = lastFolder(kNetworkFolderKey);
  if (!folder.isEmpty()) folder += QLatin1Char('/');
  const QString usual = QString::fromStdString(networkFormats().front().endings.front());
  QString chosen;
  QString file = QFileDialog::getSaveFileName(
      window, QObject::tr("Export the network"),
      QStringLiteral("%1%2.%3").arg(folder, fileNameFor(designName), usual),
      filters.join(QStringLiteral(";;")), &chosen);
  if (file.isEmpty()) return file;
  rememberFolderOf(file, kNetworkFolderKey);
  // A name without an ending gets that of the format chosen in the dialog.
  for (const NetworkFormatEntry& format : networkFormats())
    if (QFileInfo(file).suffix().isEmpty() && filterOf(format) == chosen)
      file += QLatin1Char('.') + QString::fromStdString(format.endings.front());
  return file;
}

}  // namespace hopscope
