// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>
#include <vector>

#include "engine/design/catalogue.h"
#include "ui/document/design_document.h"
#include "ui/document/property_scope.h"
#include "ui/drawing/theme.h"

class QButtonGroup;
class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace hopscope {

class BalanceNote;
class LinkProperties;
class PanelSection;
class PhaseEditor;
class PropertyRow;
class ValueField;

/// The settings of a design, for all routers, a group or the selected ones. Every section and field
/// is generated from the catalogue, and every edit is one undoable step of the document.
class PropertyPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PropertyPanel(QWidget* parent = nullptr);

  /// nullptr empties the panel.
  void setDocument(DesignDocument* document);
  void setTheme(const Theme& theme);
  ScopeKind scope() const { return scope_; }
  void setScope(ScopeKind kind);
  /// Brings the field of a setting into sight and gives it the keys, where there is one.
  void reveal(const QString& path);
  /// Makes rows that wait for the event loop's next turn at once.
  void refreshStale();
  /// Hands in what is still being typed. Where a field holds what is not allowed: why, in words;
  /// else empty.
  QString settle();
  /// Brings that field into sight and gives it the keys.
  void revealWrong();
  /// The first field that holds what is not allowed; null where none does.
  ValueField* firstWrong() const;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct SectionRows {
    std::string name;
    PanelSection* section;
    std::vector<PropertyRow*> rows;
  };

  void buildHead();
  void buildFoot();
  void onSelectionChanged();
  /// At once where the panel is seen, else once it is next shown: its rows are dear to build. For
  /// a large network from the event loop.
  void refresh();
  void refreshNow();
  void refreshHead(const PropertyScope& scope);
  PropertyScope currentScope() const;
  std::vector<Section> shownSections(const PropertyScope& scope) const;
  void rebuild(const std::vector<Section>& shown);
  SectionRows makeSection(const Section& section);
  void drop(PanelSection& section);
  void layOut();
  void showValues(const PropertyScope& scope);
  void showFindings(const PropertyScope& scope);
  QString noteOf(const std::string& section, const PropertyScope& scope) const;
  void apply(const PropertyRow& row);
  std::set<RouterId> scopeRouters() const;
  std::vector<ValueField*> fields() const;

  const Theme* theme_;
  QPointer<DesignDocument> document_;
  ScopeKind scope_ = ScopeKind::all;
  bool hadRouters_ = false;  ///< the selection before this one
  std::set<RouterId> shownFor_;
  bool stale_ = false;
  bool another_ = false;             ///< document than the rows were made for
  std::vector<Parameter> declared_;  ///< what the rows were built from
  std::vector<SectionRows> sections_;

  QLabel* title_;
  QLabel* chip_;
  QLabel* subtitle_;
  BalanceNote* balance_;  ///< of the network, where nothing of it is selected
  QFrame* segments_;
  QButtonGroup* scopes_;
  LinkProperties* link_;
  QLabel* whose_;  ///< where what is selected has no settings of its own
  QScrollArea* scroll_;
  QWidget* body_ = nullptr;
  PhaseEditor* phases_ = nullptr;  ///< below the traffic
  QWidget* foot_;
  QPushButton* reset_;
};

}  // namespace hopscope
