// SPDX-License-Identifier: GPL-3.0-or-later
#include <malloc.h>

#include <QTest>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "engine/workload/message.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr std::size_t kMany = 101'500;  // hardly any of the last block is left

std::vector<Message*> taken(MessagePool& pool, std::size_t count) {
  std::vector<Message*> messages(count);
  for (Message*& each : messages) each = pool.take();
  return messages;
}

/// What this process has got from the system for its heap, with what lies idle in between, bytes.
std::size_t heapHeld() {
  const struct mallinfo2 now = mallinfo2();
  return now.arena + now.hblkhd;
}

/// Whether heapHeld() is of the heap in use: sanitizers bring their own.
bool heapIsKnown() {
  constexpr std::size_t kProbe = std::size_t{64} << 20;
  const std::size_t empty = heapHeld();
  const auto probe = std::make_unique<std::vector<std::byte>>(kProbe);
  return heapHeld() >= empty + kProbe;
}

}  // namespace

class MessagePoolTest : public QObject {
  Q_OBJECT

 private slots:
  void manyTakeLittleMoreThanTheirOwn();
  void whatIsGivenIsTakenAgain();
  void messagesFindTheirPoolFromAnotherThread();
  void releasedPoolsBeginAnew();
};

/// With the gaps that the alignment of their memory leaves.
void MessagePoolTest::manyTakeLittleMoreThanTheirOwn() {
  std::vector<Message*> messages(kMany);
  const bool known = heapIsKnown();
  malloc_trim(0);
  const std::size_t before = heapHeld();
  MessagePool pool;
  for (Message*& each : messages) each = pool.take();
  const std::size_t after = heapHeld();
  // Whatever heap there is: one message behind the other, but for what a chunk begins with.
  std::sort(messages.begin(), messages.end());
  std::size_t gaps = 0;
  for (std::size_t i = 1; i < kMany; ++i) {
    const auto step = reinterpret_cast<std::uintptr_t>(messages[i]) -
                      reinterpret_cast<std::uintptr_t>(messages[i - 1]);
    QVERIFY(step >= sizeof(Message));
    gaps += step > 2 * sizeof(Message) ? 1 : 0;  // where another block begins
  }
  QVERIFY2(gaps < kMany / 2000, qPrintable(QString("%1 gaps").arg(gaps)));
  if (!known) return;
  QVERIFY(after > before);
  const double each = static_cast<double>(after - before) / kMany;
  QVERIFY2(each < 72, qPrintable(QString("%1 bytes a message").arg(each)));
}

void MessagePoolTest::whatIsGivenIsTakenAgain() {
  MessagePool pool;
  std::vector<Message*> first = taken(pool, 10'000);
  std::vector<Message*> sorted = first;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    QCOMPARE(reinterpret_cast<std::uintptr_t>(sorted[i]) % sizeof(Message), std::uintptr_t{0});
    QVERIFY(i == 0 || sorted[i] - sorted[i - 1] >= 1);
  }
  for (std::size_t i = 0; i < first.size(); ++i) first[i]->tag = static_cast<std::int32_t>(i) + 1;
  for (std::size_t i = 0; i < first.size(); ++i)
    QCOMPARE(first[i]->tag, static_cast<std::int32_t>(i) + 1);
  for (Message* each : first) MessagePool::give(each, pool);
  std::vector<Message*> again = taken(pool, first.size());
  for (const Message* each : again) QCOMPARE(each->tag, 0);
  // The same ones, the last first: nothing new was asked for.
  std::reverse(again.begin(), again.end());
  QVERIFY(again == first);
}

/// From wherever in a block they are.
void MessagePoolTest::messagesFindTheirPoolFromAnotherThread() {
  MessagePool one, other, there;
  const std::vector<Message*> ones = taken(one, 10'000);
  const std::vector<Message*> others = taken(other, 10'000);
  std::thread giver([&] {
    for (std::size_t i = 0; i < ones.size(); ++i) {
      MessagePool::give(ones[i], there);
      MessagePool::give(others[i], there);
    }
  });
  giver.join();
  const auto isIn = [](std::vector<Message*> all, std::vector<Message*> some) {
    std::sort(all.begin(), all.end());
    std::sort(some.begin(), some.end());
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  // Each has as many as it had, but for those that it had not handed out, which come first.
  constexpr std::size_t kChunk = 255;
  constexpr std::size_t idle = (kChunk - 10'000 % kChunk) % kChunk;
  std::vector<Message*> onesAgain = taken(one, 10'000 + idle);
  onesAgain.erase(onesAgain.begin(), onesAgain.begin() + idle);
  QVERIFY(isIn(ones, onesAgain));
  QVERIFY(!isIn(others, onesAgain));
  std::vector<Message*> othersAgain = taken(other, 10'000 + idle);
  othersAgain.erase(othersAgain.begin(), othersAgain.begin() + idle);
  QVERIFY(isIn(others, othersAgain));
}

void MessagePoolTest::releasedPoolsBeginAnew() {
  MessagePool pool;
  for (int round = 0; round < 3; ++round) {
    for (Message* each : taken(pool, 5'000)) QCOMPARE(each->bytes, std::uint32_t{0});
    pool.release();
  }
  Message* const last = pool.take();
  MessagePool::give(last, pool);
  QCOMPARE(pool.take(), last);
}

HOPSCOPE_TEST(MessagePoolTest)

}  // namespace hopscope

#include "message_pool_test.moc"
