// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/workload/collective.h"
#include "engine/workload/listed_program.h"
#include "engine/workload/traces/chakra_reader.h"
#include "engine/workload/traces/rank_order.h"
#include "engine/workload/traces/trace_files.h"
#include "tests/support/applications.h"
#include "tests/support/fuzz.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

// What a writer of Protocol Buffers does, as its documentation says.
std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}
std::string numberField(unsigned field, std::uint64_t value) {
  return varint(field << 3) + varint(value);
}
std::string bytesField(unsigned field, const std::string& bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + bytes;
}
std::string withLength(const std::string& message) {
  return varint(message.size()) + message;
}

/// An attribute of et_def.proto; numbers as int64, int32 or uint64.
std::string attribute(const std::string& name, std::uint64_t value, unsigned field = 9) {
  return bytesField(10, bytesField(1, name) + numberField(field, value));
}
std::string nodeOf(std::uint64_t id, unsigned type, const std::string& rest) {
  return withLength((id == 0 ? "" : numberField(1, id)) + bytesField(2, "node") +
                    numberField(3, type) + rest);
}
std::string packedAfter(const std::vector<std::uint64_t>& ids) {
  std::string all;
  for (const std::uint64_t id : ids) all += varint(id);
  return bytesField(5, all);
}
std::string group(const std::string& name) {
  return bytesField(10, bytesField(1, "pg_name") + bytesField(29, name));
}
const std::string kFileHead = withLength(bytesField(1, "0.0.4"));

/// Computes for 5 us, sends 1,000 bytes, computes for 2 us beside that; the other one answers.
std::vector<std::string> exchange() {
  const std::string first =
      kFileHead + nodeOf(0, 4, numberField(7, 5)) +
      nodeOf(1, 5,
             packedAfter({0}) + attribute("comm_size", 1'000) + attribute("comm_dst", 1, 7) +
                 attribute("comm_tag", 3, 11)) +
      nodeOf(2, 4, packedAfter({0}) + numberField(7, 2)) +
      nodeOf(3, 6,
             numberField(4, 1) + attribute("comm_size", 64, 13) + attribute("comm_src", 1, 11));
  const std::string second =
      kFileHead +
      nodeOf(7, 6,
             attribute("comm_size", 1'000) + attribute("comm_src", 0) + attribute("comm_tag", 3)) +
      nodeOf(9, 5, packedAfter({7}) + attribute("comm_size", 64) + attribute("comm_dst", 0));
  return {first, second};
}

ReadTrace readAll(const std::vector<std::string>& files) {
  return readChakra(std::vector<std::string_view>(files.begin(), files.end()));
}

}  // namespace

/// Chakra execution traces, byte by byte.
class ChakraTest : public QObject {
  Q_OBJECT

 private slots:
  void nodesBecomeOperations() {
    const auto files = exchange();
    QVERIFY(looksLikeChakra(files[0]) && looksLikeChakra(files[1]));
    for (const char* text : {"", "# hopscope commands 1\npe *\n", "num_ranks 2\nrank 0 {\n}\n",
                             "0 init\n0 send 1 0 100\n"})
      QVERIFY(!looksLikeChakra(text));
    const ReadTrace read = readAll(files);
    // One warning: what goes on beside each other does so in turn.
    QCOMPARE(read.issues.size(), std::size_t{1});
    QVERIFY(read.issues[0].severity == Severity::warning &&
            read.issues[0].text.english().find("one after the other") != std::string::npos);
    QCOMPARE(read.ranks.size(), std::size_t{2});
    const Operations& first = read.ranks[0];
    QVERIFY(first[0].kind == OperationKind::pass && first[0].amount == 5e6);
    QVERIFY(first[1].kind == OperationKind::sendLater && first[1].peer == 1);
    QVERIFY(first[1].bytes == 1'000 && first[1].tag == 3);
    // The answer waits for the send, the other computation for nothing but the first.
    QVERIFY(first[2].kind == OperationKind::pass && first[2].amount == 2e6);
    QVERIFY(first[3].kind == OperationKind::wait && first[3].request == first[1].request);
    QVERIFY(first[4].kind == OperationKind::receiveLater && first[4].bytes == 64);
    QVERIFY(first[5].kind == OperationKind::waitAll);
  }

  /// Run, the exchange takes what its parts take: the answer is there before the computation ends.
  void takesItsTime() {
    Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{2}}});
    s.load = 0;
    const auto plan = test::planFor(s, readAll(exchange()).ranks);
    const test::Played played = test::play(s, plan);
    QCOMPARE(played.application.end, ApplicationEnd::finished);
    QCOMPARE(played.application.completion, Cycle{5'000 + 2'000});
    const auto head = (*plan->headTimes)(0, 1);
    const auto takes = [&](std::uint64_t bytes) {
      return head + static_cast<Cycle>(plan->packets.allFlits(bytes));
    };
    QCOMPARE(played.application.ranks[1].finished, 5'000 + takes(1'000));
  }

  void collectivesAreThoseOfTheirGroup() {
    std::vector<std::string> files;
    for (std::uint32_t rank = 0; rank < 6; ++rank)
      files.push_back(
          kFileHead +
          nodeOf(1, 7,
                 attribute("comm_type", 0) + attribute("comm_size", 4'096) +
                     group(rank % 2 == 0 ? "even" : "odd")) +
          nodeOf(2, 7, packedAfter({1}) + attribute("comm_type", 6) + attribute("comm_size", 600)));
    const ReadTrace read = readAll(files);
    QVERIFY(read.issues.empty());
    for (std::uint32_t rank = 0; rank < 6; ++rank) {
      const Operations& own = read.ranks[rank];
      QCOMPARE(own.size(), std::size_t{2});
      QVERIFY(own[0].kind == OperationKind::collective && own[0].bytes == 4'096);
      QVERIFY(own[0].group == (Group{rank % 2, 3, 2}));
      QVERIFY(own[1].group == (Group{0, 6, 1}) && own[1].bytes == 100);
      QVERIFY(own[1].collective == &collectiveNamed("alltoall_bruck"));
    }
    Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{6}}});
    s.load = 0;
    QCOMPARE(test::play(s, test::planFor(s, read.ranks)).application.end, ApplicationEnd::finished);
  }

  void wrongFilesAreRefused() {
    const auto said = [](const std::vector<std::string>& files) {
      const ReadTrace read = readAll(files);
      return hasErrors(read.issues) && !read.issues[0].remedy.empty()
                 ? read.issues[0].path + ": " + read.issues[0].text.english()
                 : std::string();
    };
    const auto has = [&](const std::vector<std::string>& files, const char* words) {
      return said(files).find(words) != std::string::npos;
    };
    auto files = exchange();
    files[1].resize(files[1].size() - 3);
    QVERIFY(has(files, "rank 1: Byte"));
    files = exchange();
    files[0] += nodeOf(2, 4, "");
    QVERIFY(has(files, "rank 0: There are two nodes 2."));
    files = exchange();
    files[0] += nodeOf(5, 4, packedAfter({8}));
    QVERIFY(has(files, "rank 0, node 5: This node waits for node 8, which is not there."));
    files = exchange();
    files[0] += nodeOf(5, 4, packedAfter({6})) + nodeOf(6, 4, packedAfter({5}));
    QVERIFY(has(files, "rank 0, node 5: Nodes wait for each other in a circle") ||
            has(files, "rank 0, node 6: Nodes wait for each other in a circle"));
    // What waits for those in the circle is in none.
    files = exchange();
    files[0] += nodeOf(4, 4, packedAfter({5})) + nodeOf(5, 4, packedAfter({6})) +
                nodeOf(6, 4, packedAfter({5}));
    QVERIFY(!has(files, "node 4:") && has(files, "wait for each other in a circle"));
    files = exchange();
    files[0] += nodeOf(5, 5, attribute("comm_size", 8) + attribute("comm_dst", 2));
    QVERIFY(has(files, "rank 0, node 5: There is no rank 2."));
    files = exchange();
    files[0] += nodeOf(5, 5, attribute("comm_size", 8));
    QVERIFY(has(files, "rank 0: Of the communication in node 5"));
    files = exchange();
    files[0] += nodeOf(5, 5, attribute("comm_size", 5'000'000'000) + attribute("comm_dst", 1));
    QVERIFY(has(files, "rank 0, node 5: A message of 5000000000 bytes is too large."));
    files = exchange();
    files[0] += nodeOf(5, 7, attribute("comm_type", 0) + attribute("comm_size", 5'000'000'000));
    QVERIFY(has(files, "rank 0, node 5: A message of 5000000000 bytes is too large."));
    files = exchange();
    files[0] += nodeOf(5, 4, numberField(7, std::uint64_t{1} << 63));
    QVERIFY(has(files, "rank 0, node 5: 9223372036854775808 microseconds are too long."));
    files = exchange();
    files[0] += nodeOf(5, 5, attribute("comm_size", 8) + attribute("comm_dst", 1));
    QVERIFY(has(files,
                "rank 0, node 5: Rank 0 sends this message with tag 0 to rank 1, which "
                "receives none."));
    files = exchange();
    files[0] += nodeOf(
        5, 5,
        attribute("comm_size", 8) + attribute("comm_dst", 1) + attribute("comm_tag", 1'000'000));
    QVERIFY(has(files, "rank 0: In node 5 comm_tag is 1000000."));
    std::vector<std::string> sums;
    for (int rank = 0; rank < 3; ++rank)
      sums.push_back(
          kFileHead +
          nodeOf(1, 7, attribute("comm_type", 0) + attribute("comm_size", rank == 1 ? 808 : 800)));
    QVERIFY(has(sums,
                "rank 1: Collective number 1 of rank 1 is allreduce_recursive_doubling of "
                "808 bytes"));
    sums[1] = kFileHead + nodeOf(1, 7, attribute("comm_type", 0) + attribute("comm_size", 800)) +
              nodeOf(2, 7, attribute("comm_type", 0) + attribute("comm_size", 16));
    QVERIFY(has(sums, "rank 1: Rank 0 leaves out collective number 2, in which rank 1 takes part"));
    std::vector<std::string> uneven;
    for (int rank = 0; rank < 4; ++rank)
      uneven.push_back(kFileHead +
                       nodeOf(1, 7, attribute("comm_type", 9) + group(rank == 2 ? "b" : "a")));
    QVERIFY(has(uneven, "process group \"a\" are not evenly spaced"));
  }

  /// Whatever order the files are named in, and whatever other numbers their names have.
  void namesTellRanks() {
    const auto order = [](const std::vector<std::string>& names, bool refused = false) {
      const FileReader read = [&](const std::string& file, Issues&) {
        const auto at = std::find(names.begin(), names.end(), file) - names.begin();
        return std::optional(kFileHead + nodeOf(0, 4, numberField(7, 1 + std::uint64_t(at))));
      };
      Issues issues;
      const auto input = readTrace(names, {}, read, issues);
      std::string places;
      if (hasErrors(issues) == refused && input)
        for (const Operations& rank : input->trace.ranks)
          places += std::to_string(std::lround(rank.at(0).amount / 1e6) - 1);
      return places + (refused && hasErrors(issues) ? "refused" : "");
    };
    QCOMPARE(order({"a/t.2.et", "a/t.0.et", "a/t.1.et"}), std::string("120"));
    QCOMPARE(order({"rank0_step9.et", "rank2_step9.et", "rank1_step9.et"}), std::string("021"));
    QCOMPARE(order({"step7/rank1.et", "step8/rank0.et"}), std::string("10"));
    QCOMPARE(order({"n10.et", "n9.et"}), std::string("10"));
    QCOMPARE(order({"b.et", "a.et"}), std::string("01"));
    // Step and rank: ranks are what counts from 0.
    QCOMPARE(order({"s7_r1.et", "s9_r0.et"}), std::string("10"));
    QCOMPARE(order({"s7_r4.et", "s9_r3.et"}, true), std::string("refused"));
    QCOMPARE(order({"n2_r0.et", "n1_r1.et", "n0_r2.et"}, true), std::string("refused"));
    QCOMPARE(order({"n0_r0.et", "n2_r2.et", "n1_r1.et"}), std::string("021"));
    QCOMPARE(order({"x.0", "y.0", "x.1", "y.1"}, true), std::string("refused"));
  }

  void missingRanksAreTold() {
    const auto warnings = [](const std::vector<std::string>& names) {
      Issues issues;
      const auto order = rankOrder(names, issues);
      return order && !hasErrors(issues) ? issues.size() : 99;
    };
    QCOMPARE(warnings({"t.0.et", "t.1.et", "t.3.et"}), std::size_t{1});
    QCOMPARE(warnings({"t.0.et", "t.1.et", "t.2.et"}), std::size_t{0});
    QCOMPARE(warnings({"t.2.et", "t.3.et", "t.1.et"}), std::size_t{0});
  }

  /// No bytes whatever do harm, and few of them say something.
  void anyBytesAreSurvived() {
    std::mt19937 random(17);
    const auto whole = exchange();
    for (int round = 0; round < test::fuzzRounds(20'000); ++round) {
      auto files = whole;
      std::string& file = files[random() % 2];
      for (auto changes = random() % 6; changes > 0 && !file.empty(); --changes) {
        const std::size_t at = random() % file.size();
        switch (random() % 4) {
          case 0:
            file[at] = static_cast<char>(random());
            break;
          case 1:
            file.erase(at, 1 + random() % 8);
            break;
          case 2:
            file.insert(at, file.substr(random() % file.size(), random() % 30));
            break;
          default:
            file.resize(at);
        }
      }
      looksLikeChakra(file);
      const ReadTrace read = readAll(files);
      QVERIFY(read.issues.size() <= 21);
      if (!hasErrors(read.issues)) QCOMPARE(read.ranks.size(), std::size_t{2});
    }
  }
};

HOPSCOPE_TEST(ChakraTest)

}  // namespace hopscope

#include "chakra_test.moc"
