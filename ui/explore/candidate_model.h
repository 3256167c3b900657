// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/explore/explore.h"

namespace hopscope {

/// What a search has found, with its numbers at hand. Never changed once it is shown.
struct FoundCandidates {
  ExploreRequest request;
  std::vector<Candidate> all;
  std::vector<QString> names;  ///< nameOf(), in the user's language
  std::vector<std::vector<double>>
      columns;  ///< by candidateColumns(), then by candidate; NaN: none

  /// Fills in names and columns.
  void complete();
};

/// Which candidates are shown.
struct CandidateFilter {
  struct Range {
    std::optional<double> least, most;
    bool operator==(const Range&) const = default;
  };
  QString words;  ///< each of them stands in the name
  bool onlyFront = false, onlyMarked = false;
  std::map<std::size_t, Range> ranges;  ///< by column
  bool operator==(const CandidateFilter&) const = default;
};

/// Candidates as a table: the network, with a box to mark it, then every column of
/// candidateColumns(). It sorts and filters itself: tens of thousands of rows in some milliseconds.
class CandidateModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kFirstNumber = 1;  ///< the column of candidateColumns().front()

  explicit CandidateModel(QObject* parent = nullptr);

  /// Marks stay on the same networks.
  void setFound(std::shared_ptr<const FoundCandidates> found);
  const FoundCandidates* found() const { return found_.get(); }
  /// Those on the Pareto front, ascending: their names are bold.
  void setFront(std::vector<std::size_t> front);
  void setFilter(const CandidateFilter& filter);
  const CandidateFilter& filter() const { return filter_; }

  /// Candidates that are shown, in the order of the rows.
  const std::vector<std::size_t>& shown() const { return shown_; }
  /// Those that the words and limits leave, ascending, whether or not the front or the marked ones
  /// are shown alone.
  std::vector<std::size_t> passing() const;
  std::size_t candidateAt(int row) const { return shown_.at(static_cast<std::size_t>(row)); }
  int rowOf(std::size_t candidate) const;  ///< -1: it is not shown
  double value(std::size_t candidate, std::size_t column) const {
    return found_->columns[column][candidate];
  }
  /// The network itself may come to less.
  bool isAtMost(std::size_t candidate, std::size_t column) const;
  /// What its sign means; empty where it has none.
  QString boundTip(std::size_t candidate, std::size_t column) const;
  /// "≤ 0.65", "≥ 1.92"
  QString valueText(std::size_t candidate, std::size_t column) const;

  bool isMarked(std::size_t candidate) const { return marked_.contains(candidate); }
  void mark(std::size_t candidate, bool marked);
  const std::set<std::size_t>& marked() const { return marked_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  void sort(int column, Qt::SortOrder order) override;

 signals:
  void marksChanged();

 private:
  bool passes(std::size_t candidate) const;
  bool isShown(std::size_t candidate) const;
  bool isOnFront(std::size_t candidate) const;
  void arrange();
  void arrangeRows();
  void sortRows();

  std::shared_ptr<const FoundCandidates> found_;
  std::vector<std::size_t> front_, shown_;
  std::vector<int> rows_;  ///< of each candidate; -1: it is not shown
  std::set<std::size_t> marked_;
  CandidateFilter filter_;
  QStringList filterWords_;
  int sorted_;  ///< column
  Qt::SortOrder order_ = Qt::AscendingOrder;
};

/// What a column is called with its unit: "Cost per terminal, $".
QString columnTitle(std::size_t column);
/// The same above a column of a table.
QString headTitle(std::size_t column);
/// The place of the column of that name in candidateColumns().
std::size_t columnOf(std::string_view name);

}  // namespace hopscope
