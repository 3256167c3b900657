// SPDX-License-Identifier: GPL-3.0-or-later
// Training a transformer: the messages of a step, with data, tensor, pipeline and expert
// parallelism.
#include <algorithm>

#include "engine/workload/applications/entries.h"

namespace hopscope::application {
namespace {

/// Of a stage, where each is summed by a collective of its own beside the others.
constexpr std::uint64_t kMostBuckets = 1'000;

/// Sizes and degrees; ranks count tensor first, then data, then stages.
struct Model {
  std::uint32_t tensor = 1, data = 1, stages = 1;
  std::uint64_t layers = 1, hidden = 1, sequence = 1, batch = 1, micro = 1, element = 2;
  std::uint64_t experts = 0;  ///< a token goes to so many; 0: no experts
  bool oneForward = false;    ///< 1F1B, not GPipe
  bool overlaps = false;      ///< gradients are summed as soon as a bucket is full
  std::uint64_t bucket = 1;   ///< layers
  std::string reduction;

  explicit Model(const Values& values)
      : tensor(static_cast<std::uint32_t>(countOf(values, "tensor"))),
        data(static_cast<std::uint32_t>(countOf(values, "data"))),
        stages(static_cast<std::uint32_t>(countOf(values, "stages"))),
        layers(countOf(values, "layers")),
        hidden(countOf(values, "hidden")),
        sequence(countOf(values, "sequence")),
        batch(countOf(values, "micro_batch")),
        micro(countOf(values, "micro_batches")),
        element(countOf(values, "element_bytes")),
        experts(countOf(values, "experts")),
        oneForward(textAt(values, "schedule") == "1f1b"),
        overlaps(std::get<bool>(values.at("overlap"))),
        bucket(countOf(values, "bucket")),
        reduction(textAt(values, "gradients")) {}

  std::uint32_t ranks() const { return tensor * data * stages; }
  std::uint64_t activation() const { return batch * sequence * hidden * element; }
  std::uint64_t ownLayers() const { return (layers + stages - 1) / stages; }
  /// Of a layer on a rank: attention 4 h², the two matrices of the network behind it 8 h².
  std::uint64_t weights() const { return 12 * hidden * hidden / tensor; }
  double forward() const {
    return 2.0 * static_cast<double>(weights()) * static_cast<double>(batch * sequence);
  }
};

/// What a stage does as its `index`-th piece of work: a micro-batch forward or back.
struct Piece {
  bool back = false;
  std::uint64_t batch = 0;
};

Piece pieceOf(const Model& m, std::uint32_t stage, std::uint64_t index) {
  if (!m.oneForward) return {index >= m.micro, index % m.micro};
  const std::uint64_t ahead = std::min<std::uint64_t>(m.stages - 1 - stage, m.micro);
  if (index < ahead) return {false, index};
  const std::uint64_t pairs = m.micro - ahead, at = index - ahead;
  if (at < 2 * pairs) return at % 2 == 0 ? Piece{false, ahead + at / 2} : Piece{true, at / 2};
  return {true, pairs + (at - 2 * pairs)};
}

class TrainingProgram final : public Program {
 public:
  TrainingProgram(const Model& model, std::uint64_t rounds) : m_(model), rounds_(rounds) {}

  std::uint32_t ranks() const override { return m_.ranks(); }
  bool block(std::uint32_t rank, std::uint64_t block, Operations& out) const override {
    const std::uint64_t pieces = 2 * m_.micro + 1;
    if (block == rounds_ * pieces) return false;
    if (block % pieces == 0)
      out.push_back(Operation::mark(static_cast<std::uint32_t>(block / pieces)));
    const std::uint32_t stage = rank / (m_.tensor * m_.data);
    if (block % pieces + 1 < pieces)
      addPiece(rank, stage, pieceOf(m_, stage, block % pieces), out);
    else
      addUpdate(rank, out);
    return true;
  }

 private:
  Group tensorGroup(std::uint32_t rank) const {
    return {rank / m_.tensor * m_.tensor, m_.tensor, 1};
  }
  Group dataGroup(std::uint32_t rank) const {
    const std::uint32_t stage = m_.tensor * m_.data;
    return {rank / stage * stage + rank % m_.tensor, m_.data, m_.tensor};
  }

  void addPiece(std::uint32_t rank, std::uint32_t stage, const Piece& piece,
                Operations& out) const {
    const std::uint32_t apart = m_.tensor * m_.data;
    const bool first = stage == 0, last = stage + 1 == m_.stages;
    const auto tag = static_cast<std::int32_t>(2 * piece.batch + (piece.back ? 1 : 0));
    if (piece.back ? !last : !first)
      out.push_back(
          Operation::receive(piece.back ? rank + apart : rank - apart, m_.activation(), tag));
    const bool sums = m_.overlaps && m_.data > 1 && piece.back && piece.batch + 1 == m_.micro;
    for (std::uint64_t layer = 0; layer < m_.ownLayers(); ++layer) {
      addLayer(rank, piece.back, out);
      if (sums) addBucket(rank, layer, out);
    }
    if (piece.back ? !first : !last)
      out.push_back(
          Operation::sendLater(piece.back ? rank - apart : rank + apart, m_.activation(), tag));
  }

  /// Two sums over the tensor group, behind attention and behind the network; with experts, tokens
  /// go to them and back over the data group.
  void addLayer(std::uint32_t rank, bool back, Operations& out) const {
    const double operations = (back ? 2 : 1) * m_.forward() / 2;
    for (int half = 0; half < 2; ++half) {
      if (half == 1) addExperts(rank, out);
      out.push_back(Operation::work(operations));
      if (half == 1) addExperts(rank, out);
      if (m_.tensor > 1)
        out.push_back(
            Operation::all(collectiveNamed("allreduce_ring"), tensorGroup(rank), m_.activation()));
    }
  }
  void addExperts(std::uint32_t rank, Operations& out) const {
    if (m_.experts == 0 || m_.data == 1) return;
    out.push_back(Operation::all(collectiveNamed("alltoall_direct"), dataGroup(rank),
                                 m_.activation() * m_.experts / m_.data));
  }

  /// Gradients are summed over the data group, bucket by bucket: of the last micro-batch each as
  /// soon as its layers are done, beside those that follow (Li et al. 2020), or all in the end.
  void addBucket(std::uint32_t rank, std::uint64_t layer, Operations& out) const {
    const std::uint64_t filled = layer % m_.bucket + 1;
    if (filled < m_.bucket && layer + 1 < m_.ownLayers()) return;
    const Collective& sum = collectiveNamed(m_.reduction);
    const std::uint64_t bytes = filled * m_.weights() * m_.element;
    out.push_back(m_.overlaps
                      ? Operation::allLater(sum, dataGroup(rank), bytes,
                                            static_cast<std::int32_t>(layer / m_.bucket + 1))
                      : Operation::all(sum, dataGroup(rank), bytes));
  }
  void addUpdate(std::uint32_t rank, Operations& out) const {
    out.push_back(Operation::waitAll());
    if (m_.data == 1 || m_.overlaps) return;
    for (std::uint64_t layer = 0; layer < m_.ownLayers(); ++layer) addBucket(rank, layer, out);
  }

  Model m_;
  std::uint64_t rounds_;
};

}  // namespace

ApplicationEntry training() {
  ApplicationEntry entry;
  entry.name = "training";
  entry.label = "Training step";
  entry.help =
      "A transformer on ranks = tensor × data × stages: micro-batches through the stages, "
      "sums within layers, tokens to experts, and the sum of gradients.";
  entry.source =
      "Shoeybi et al. 2019; Huang et al. 2019 (GPipe); Narayanan et al. 2021 (1F1B); "
      "Lepikhin et al. 2020; Li et al. 2020 (buckets of gradients)";
  std::vector<ParameterChoice> reductions;
  for (const CollectiveEntry& each : collectives())
    if (each.purpose == CollectivePurpose::allReduce) reductions.push_back({each.name, each.label});
  const auto count = countParameter;
  entry.parameters = {
      count("data", "Data parallel", 4, 1, kMostRanks, "Copies of the model."),
      count("tensor", "Tensor parallel", 4, 1, kMostRanks, "Ranks that share each layer."),
      count("stages", "Pipeline stages", 1, 1, 4096, "Parts of the layers, one behind the other."),
      declare::choice("schedule", "Schedule", "1f1b", {{"gpipe", "GPipe"}, {"1f1b", "1F1B"}},
                      "The order of micro-batches forward and back."),
      count("micro_batches", "Micro-batches", 4, 1, 100'000, "Of each copy, in a step."),
      count("micro_batch", "Micro-batch", 1, 1, 100'000, "Sequences in each."),
      count("layers", "Layers", 4, 1, 100'000, "Of the whole model."),
      count("hidden", "Hidden size", 1024, 1, 1'000'000, "Values of a token."),
      count("sequence", "Sequence", 512, 1, 10'000'000, "Tokens."),
      count("element_bytes", "Bytes a value", 2, 1, 8, "Of activations and gradients."),
      count("experts", "Experts a token", 0, 0, 64,
            "Each token goes to so many experts, spread over the copies; 0: none."),
      declare::choice("gradients", "Gradients", "allreduce_ring", std::move(reductions),
                      "How they are summed."),
      declare::boolean("overlap", "Overlap", false,
                       "The sum of a bucket of gradients begins as soon as the last micro-batch "
                       "has been back through its layers, beside the computation of the others."),
      count("bucket", "Bucket, layers", 1, 1, 100'000,
            "Layers whose gradients are summed at once."),
      count("iterations", "Steps", 1, 1, 1'000'000, "How many.")};
  entry.check = [](const Values& values) -> Issues {
    const Model m(values);
    Issues issues;
    const double ranks = double{1} * m.tensor * m.data * m.stages;
    if (ranks > kMostRanks)
      issues.push_back({Severity::error, "data", sentence("That makes {} ranks.", ranks),
                        sentence("{} are the most.", kMostRanks)});
    if (m.stages > m.layers)
      issues.push_back({Severity::error, "stages",
                        sentence("{} stages share {} layers.", m.stages, m.layers),
                        sentence("Take no more stages than layers.")});
    const std::uint64_t buckets = (m.ownLayers() + m.bucket - 1) / m.bucket;
    if (m.overlaps && m.data > 1 && buckets > kMostBuckets)
      issues.push_back({Severity::error, "bucket",
                        sentence("A stage would sum {} buckets beside its computation.", buckets),
                        sentence("{} are the most: take at least {} layers a bucket.", kMostBuckets,
                                 (m.ownLayers() + kMostBuckets - 1) / kMostBuckets)});
    const double activation = static_cast<double>(m.batch) * static_cast<double>(m.sequence) *
                              static_cast<double>(m.hidden * m.element);
    if (activation > static_cast<double>(kMostBytes) ||
        static_cast<double>(std::min(m.bucket, m.ownLayers())) * static_cast<double>(m.weights()) *
                static_cast<double>(m.element) >
            static_cast<double>(kMostBytes))
      issues.push_back({Severity::error, "hidden",
                        sentence("A message would have more than {} bytes.", kMostBytes),
                        sentence("Take smaller layers, micro-batches or buckets.")});
    return issues;
  };
  entry.make = [](const Values& values) -> std::shared_ptr<const Program> {
    return std::make_shared<TrainingProgram>(Model(values), countOf(values, "iterations"));
  };
  return entry;
}

}  // namespace hopscope::application
