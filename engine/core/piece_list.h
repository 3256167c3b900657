// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace hopscope {

/// A list that only grows, in pieces that never change once they are full. Copies share those:
/// whoever watches a run has a copy at the cost of its last piece, and reads it on any thread.
/// `Kept`: what an item is kept as, made of it and turned into it again, where that takes less.
template <typename Item, typename Kept = Item>
class PieceList {
 public:
  static constexpr std::size_t kPiece = 2048;  ///< items

  std::size_t size() const { return full_.size() * kPiece + last_.size(); }
  bool empty() const { return size() == 0; }
  Item operator[](std::size_t index) const {
    const std::size_t piece = index / kPiece;
    return static_cast<Item>(piece < full_.size() ? (*full_[piece])[index % kPiece]
                                                  : last_[index % kPiece]);
  }

  void push_back(const Item& item) {
    last_.push_back(static_cast<Kept>(item));
    if (last_.size() < kPiece) return;
    full_.push_back(std::make_shared<const std::vector<Kept>>(std::move(last_)));
    last_ = {};
    last_.reserve(kPiece);
  }

 private:
  std::vector<std::shared_ptr<const std::vector<Kept>>> full_;
  std::vector<Kept> last_;
};

}  // namespace hopscope
