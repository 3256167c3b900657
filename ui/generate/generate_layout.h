// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/drawing/theme.h"
#include "ui/generate/balance_note.h"
#include "ui/generate/facts_table.h"
#include "ui/generate/network_preview.h"
#include "ui/generate/parameter_form.h"

namespace hopscope {

/// The widgets of the generate dialog: families at the left, parameters in the middle, preview and
/// facts at the right, buttons below.
struct GenerateLayout {
  QLineEdit* filter;
  QListWidget* families;  ///< Qt::UserRole holds the family's name
  QLabel *title, *help;
  BalanceNote* balance;
  ParameterForm* form;
  QVBoxLayout* formColumn;  ///< fields of the design's own go to its end
  QLabel *verdictIcon, *verdict;
  NetworkPreview* preview;
  FactsTable* facts;
  QLabel* status;
  QPushButton *insert, *cancel, *generate;
};

GenerateLayout layOutGenerateDialog(QDialog& dialog, const Theme& theme);

}  // namespace hopscope
