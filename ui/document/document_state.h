// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/design/design.h"
#include "ui/document/design_document.h"
#include "ui/document/design_edit.h"
#include "ui/document/drawn_edits.h"

namespace hopscope {

/// The design with what follows from it (network, places, findings) and what is selected in it.
/// Everything that follows is recomputed only where its cause changed.
class DocumentState : public DesignHolder {
 public:
  DocumentState();

  const Design& present() const override { return design_; }
  void swapParts(DesignPatch& patch) override;
  void replace(Design design);

  const std::shared_ptr<const Topology>& topology() const { return topology_; }
  const std::shared_ptr<const Placement>& placement() const { return placement_; }
  const Issues& issues() const;

  const Parts& selection() const { return selection_; }
  /// False where it was selected already. Parts that are not there are left out.
  bool select(Parts parts);

  /// Dense ids to the design's own, and back. A terminal's cable has no id of its own: it is named
  /// by its terminal.
  DrawnParts ownIds(const Parts& parts) const;
  Parts denseIds(const DrawnParts& parts) const;

  std::function<void(const DesignChange&)> onChange;
  std::function<void()> onSelection;

 private:
  void rebuild(const DesignChange& change);

  Design design_;
  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const Placement> family_;  ///< without the design's own places
  std::shared_ptr<const Placement> placement_;
  bool networkBuilt_ = false;  ///< else the topology stands in for one with errors
  mutable std::optional<Issues> issues_;
  Parts selection_;
};

}  // namespace hopscope
