// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <deque>
#include <map>
#include <set>

#include "engine/workload/collective.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Whose contributions a rank has to a block.
using Contributions = std::set<std::uint32_t>;
using Vector = std::vector<Contributions>;

struct Parcel {
  std::uint64_t bytes = 0;
  std::map<std::uint32_t, Contributions> blocks;
};

/// Plays a collective on ranks that go on as soon as what they wait for is there.
class Play {
 public:
  Play(const CollectiveEntry& entry, std::uint32_t ranks, std::uint32_t root, std::uint64_t bytes)
      : entry_(entry), ranks_(ranks), root_(root), bytes_(bytes) {
    for (std::uint32_t r = 0; r < ranks; ++r) {
      Vector& vector = vectors_.emplace_back(entry.collective->blockCount(call(r)));
      for (std::uint32_t b = 0; b < vector.size(); ++b)
        if (hasAtFirst(r, b)) vector[b] = {r};
    }
    done_.resize(ranks, 0);
    sent_.resize(ranks, false);
  }

  /// What is wrong; empty where nothing is.
  QString run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint32_t r = 0; r < ranks_; ++r)
        while (step(r)) moved = true;
    }
    if (!wrong_.isEmpty()) return wrong_;
    for (std::uint32_t r = 0; r < ranks_; ++r) {
      if (done_[r] != entry_.collective->steps(call(r)))
        return QString("rank %1 waits in step %2").arg(r).arg(done_[r]);
      for (std::uint32_t b = 0; b < vectors_[r].size(); ++b)
        if (!isRight(r, b)) return QString("rank %1, block %2").arg(r).arg(b);
    }
    for (const auto& [pair, parcels] : wires_)
      if (!parcels.empty()) return "a message that nobody receives";
    return {};
  }

 private:
  CollectiveCall call(std::uint32_t rank) const { return {ranks_, rank, bytes_, root_}; }
  std::uint32_t place(std::uint32_t rank) const { return (rank + ranks_ - root_) % ranks_; }

  bool hasAtFirst(std::uint32_t rank, std::uint32_t block) const {
    switch (entry_.purpose) {
      case CollectivePurpose::broadcast:
      case CollectivePurpose::scatter:
        return rank == root_;
      case CollectivePurpose::gather:
        return block == place(rank);
      case CollectivePurpose::allGather:
        return block == rank;
      default:
        return true;
    }
  }
  bool isRight(std::uint32_t rank, std::uint32_t block) const {
    Contributions all;
    for (std::uint32_t r = 0; r < ranks_; ++r) all.insert(r);
    const Contributions& have = vectors_[rank][block];
    switch (entry_.purpose) {
      case CollectivePurpose::barrier:
      case CollectivePurpose::allReduce:
        return have == all;
      case CollectivePurpose::broadcast:
        return have == Contributions{root_};
      case CollectivePurpose::reduce:
        return rank != root_ || have == all;
      case CollectivePurpose::gather:
        return rank != root_ || have == Contributions{(block + root_) % ranks_};
      case CollectivePurpose::scatter:
        return block != place(rank) || have == Contributions{root_};
      case CollectivePurpose::allGather:
        return have == Contributions{block};
      case CollectivePurpose::reduceScatter:
        return block != rank || have == all;
      case CollectivePurpose::allToAll:
        return have == Contributions{(rank + ranks_ - block) % ranks_};
    }
    return false;
  }

  bool step(std::uint32_t rank) {
    const Collective& c = *entry_.collective;
    if (done_[rank] == c.steps(call(rank))) return false;
    const CollectiveStep s = c.step(call(rank), done_[rank]);
    const bool sends = !sent_[rank];
    if (sends) {
      sent_[rank] = true;
      if (s.to != kNone) post(rank, s);
    }
    if (s.from != kNone) {
      auto& parcels = wires_[{s.from, rank}];
      if (parcels.empty()) return sends;
      const Parcel parcel = parcels.front();
      parcels.pop_front();
      if (parcel.bytes != s.receiveBytes)
        wrong_ = QString("rank %1 receives %2 bytes, not %3")
                     .arg(rank)
                     .arg(parcel.bytes)
                     .arg(s.receiveBytes);
      for (const auto& [block, contributions] : parcel.blocks) {
        if (s.reduces)
          for (const std::uint32_t each : contributions)
            if (!vectors_[rank][block].insert(each).second &&
                entry_.purpose != CollectivePurpose::barrier)
              wrong_ = QString("rank %1 adds %2 twice").arg(rank).arg(each);
        if (!s.reduces) vectors_[rank][block] = contributions;
      }
    }
    ++done_[rank];
    sent_[rank] = false;
    if (done_[rank] == c.steps(call(rank)) && !s.waits) wrong_ = "the last step does not wait";
    return true;
  }
  void post(std::uint32_t rank, const CollectiveStep& s) {
    const Collective& c = *entry_.collective;
    Parcel parcel{s.sendBytes, {}};
    std::vector<std::uint32_t> blocks;
    c.blocks(call(rank), done_[rank], blocks);
    std::uint64_t bytes = 0;
    for (const std::uint32_t block : blocks) {
      parcel.blocks[block] = vectors_[rank][block];
      bytes += c.blockBytes(call(rank), block);
    }
    if (bytes != s.sendBytes)
      wrong_ = QString("rank %1 sends %2 bytes of %3").arg(rank).arg(s.sendBytes).arg(bytes);
    if (s.to >= ranks_ || s.to == rank) wrong_ = QString("rank %1 sends to %2").arg(rank).arg(s.to);
    wires_[{rank, s.to}].push_back(std::move(parcel));
  }

  const CollectiveEntry& entry_;
  std::uint32_t ranks_, root_;
  std::uint64_t bytes_;
  std::vector<Vector> vectors_;
  std::vector<std::uint32_t> done_;
  std::vector<bool> sent_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Parcel>> wires_;
  QString wrong_;
};

}  // namespace

/// What ranks have at the end of a collective, for every number of ranks up to 33.
class CollectivesTest : public QObject {
  Q_OBJECT

 private slots:
  void everyRankEndsWithWhatItShould_data();
  void everyRankEndsWithWhatItShould();
  void stepsOfABarrier();
};

void CollectivesTest::everyRankEndsWithWhatItShould_data() {
  QTest::addColumn<QString>("name");
  for (const CollectiveEntry& entry : collectives())
    QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

void CollectivesTest::everyRankEndsWithWhatItShould() {
  QFETCH(QString, name);
  const CollectiveEntry& entry = *collectives().find(name.toStdString());
  for (std::uint32_t ranks = 1; ranks <= 33; ++ranks)
    for (const std::uint32_t root : {0u, ranks / 2})
      for (const std::uint64_t bytes : {8u, 1001u}) {
        const QString wrong = Play(entry, ranks, root, bytes).run();
        QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1 ranks, root %2, %3 bytes: %4")
                                                 .arg(ranks)
                                                 .arg(root)
                                                 .arg(bytes)
                                                 .arg(wrong)));
      }
}

void CollectivesTest::stepsOfABarrier() {
  const Collective& barrier = collectiveNamed("barrier_dissemination");
  for (const auto& [ranks, steps] : std::map<std::uint32_t, std::uint32_t>{
           {1, 0}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}, {33, 6}, {64, 6}})
    QCOMPARE(barrier.steps({ranks, 0, 0, 0}), steps);
}

HOPSCOPE_TEST(CollectivesTest)

}  // namespace hopscope

#include "collectives_test.moc"
