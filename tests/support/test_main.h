// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <vector>

namespace hopscope::test {

/// The test classes of one binary. Each registers itself with HOPSCOPE_TEST at the end of its file.
std::vector<std::function<std::unique_ptr<QObject>()>>& suites();

template <typename T>
struct Registered {
  Registered() {
    suites().push_back([] { return std::make_unique<T>(); });
  }
};

}  // namespace hopscope::test

#define HOPSCOPE_TEST(Class) static const hopscope::test::Registered<Class> registered##Class;
