// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/bookmarks.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace hopscope {

namespace {

const QString kAt = QStringLiteral("at"), kName = QStringLiteral("name");
/// Of one design: more than anybody names, less than a broken file may have.
constexpr std::size_t kMost = 1000;

}  // namespace

Bookmarks Bookmarks::read(const std::string& text) {
  Bookmarks bookmarks;
  const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
  for (auto design = all.begin(); design != all.end(); ++design)
    for (const QJsonValue& each : design.value().toArray()) {
      const QJsonObject bookmark = each.toObject();
      const qint64 at = bookmark.value(kAt).toInteger(-1);
      const QString name = bookmark.value(kName).toString();
      if (at >= 0 && !name.isEmpty()) bookmarks.add(design.key().toStdString(), {at, name});
    }
  return bookmarks;
}

std::string Bookmarks::write() const {
  QJsonObject all;
  for (const auto& [design, list] : all_) {
    QJsonArray array;
    for (const Bookmark& each : list)
      array.append(QJsonObject{{kAt, static_cast<qint64>(each.at)}, {kName, each.name}});
    if (!array.isEmpty()) all.insert(QString::fromStdString(design), array);
  }
  return QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
}

const std::vector<Bookmark>& Bookmarks::of(const std::string& designHash) const {
  static const std::vector<Bookmark> kEmpty;
  const auto found = all_.find(designHash);
  return found == all_.end() ? kEmpty : found->second;
}

void Bookmarks::add(const std::string& designHash, const Bookmark& bookmark) {
  std::vector<Bookmark>& list = all_[designHash];
  const auto place = std::lower_bound(list.begin(), list.end(), bookmark.at,
                                      [](const Bookmark& each, Cycle at) { return each.at < at; });
  if (place != list.end() && place->at == bookmark.at)
    *place = bookmark;
  else if (list.size() < kMost)
    list.insert(place, bookmark);
}

void Bookmarks::remove(const std::string& designHash, Cycle at) {
  const auto found = all_.find(designHash);
  if (found == all_.end()) return;
  std::erase_if(found->second, [at](const Bookmark& each) { return each.at == at; });
  if (found->second.empty()) all_.erase(found);
}

void Bookmarks::carry(const std::string& before, const std::string& after, Cycle from) {
  if (before == after) return;
  const std::vector<Bookmark> list = of(before);
  for (const Bookmark& each : list)
    if (each.at <= from) add(after, each);
}

}  // namespace hopscope
