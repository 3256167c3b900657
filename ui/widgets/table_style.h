// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace hopscope {

/// Quiet tables, as everywhere in the window: rows of 24, no grid, no frame, whole rows selected.
void styleTable(QTableView& table);

/// The same for many columns, which are moved and scrolled smoothly; their heads have several
/// lines, `headHeight` pixels.
void styleWideTable(QTableView& table, int headHeight);

}  // namespace hopscope
