// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "engine/forwarding/address_plan.h"
#include "engine/simulation/snapshot.h"
#include "ui/widgets/rows_widget.h"

namespace hopscope {

/// A run of bits that mean one thing.
struct BitField {
  QString name;  ///< "group 5"
  int bits = 0;
  std::uint64_t value = 0;
  int curve = 0;  ///< its colour, as that of a curve; 0: quiet, nothing looks at these bits

  bool operator==(const BitField&) const = default;
};

/// A number in binary, the most significant field first.
struct BitRow {
  QString name;
  std::vector<BitField> fields;
  QString words;  ///< in place of the fields' names

  bool operator==(const BitRow&) const = default;
};

/// Where a terminal is: the fields of its hierarchical address.
BitRow addressRow(const AddressPlan& plan, TerminalId terminal);
/// How the cache finds the set: of the key itself, or of its checksum.
BitRow indexRow(const CacheDetail& cache, const LookupRecord& record);

/// Numbers as bits, coloured by field, with the fields' values below.
class AddressBits : public RowsWidget<BitRow> {
  Q_OBJECT

 public:
  explicit AddressBits(QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QString wordsOf(const BitRow& row) const override;
};

}  // namespace hopscope
