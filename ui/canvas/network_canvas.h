// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>
#include <QPixmap>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>

#include "ui/canvas/canvas_tool.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/placing_job.h"
#include "ui/canvas/tool.h"
#include "ui/document/design_document.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

class CanvasTip;
class NameEditor;
class NoteEditor;

/// Shows the network of a document, coloured by heat while it runs, and edits it with the mouse and
/// the keyboard. Everything is painted by one NetworkPainter; there is no object per link.
class NetworkCanvas : public QWidget, private ToolHost {
  Q_OBJECT

 public:
  static constexpr double kGrid = 16;  ///< canvas units between places parts snap to

  explicit NetworkCanvas(const Theme& theme, QWidget* parent = nullptr);
  ~NetworkCanvas() override;

  /// The document must outlive the canvas or be replaced first; nullptr shows an empty canvas.
  void setDocument(DesignDocument* document);
  DesignDocument* document() const { return document_; }
  /// Rates of a run of the document's present network; those of another network are not shown.
  void setHeat(NetworkHeat heat);
  void clearHeat() { setHeat({}); }
  /// What colours show of a heat that lacks the quantity.
  enum class WhereMissing { utilization, noData };
  /// What colours show.
  void setQuantity(HeatQuantity quantity, WhereMissing missing = WhereMissing::utilization);
  HeatQuantity quantity() const { return quantity_; }
  void setPacketColour(PacketColour colour);
  /// Leaves out links less busy than this while heat is shown; 0: shows all.
  void setLeastUtilization(float least);
  void setTheme(const Theme& theme);
  /// Design mode edits; run mode only selects.
  void setEditable(bool editable);
  bool isEditable() const { return editable_; }
  void setTool(Tool tool);
  Tool tool() const { return toolKind_; }
  void setSnap(bool on);
  bool snap() const { return snap_; }
  /// Pixels at the borders that "fit" leaves free, and a corner the drawing must not reach into.
  void setFitRoom(const QMargins& margins, const QSize& topLeftCorner);

  double zoom() const { return 100 * view_.scale(); }  ///< per cent
  /// What is in the middle, as a share of the network's width and height, and the zoom relative to
  /// the one that shows all: equal for canvases that show the same of their networks.
  struct RelativeView {
    QPointF middle{0.5, 0.5};
    double zoom = 1;
  };
  RelativeView relativeView() const;
  void follow(const RelativeView& view);
  /// A large network is still being worked on; until then only the ground is shown.
  bool isPlacing() const { return placing_.job() != nullptr; }
  /// What the canvas shows, for export.
  const NetworkPicture& picture() const;
  const CanvasView& view() const override { return view_; }

  /// Where a part stands on the canvas, in its pixels: a router's square, or the middle of a link.
  /// Empty where it is not seen.
  QRect areaOf(const Parts& part) const;
  /// Where all that is selected stands, as far as it is seen.
  QRect areaOfSelection() const;
  /// Fades all but what is selected and what it is connected to, while something is.
  void setFocusing(bool focusing);
  bool focusing() const { return focusing_; }
  /// Words have another size (labelScale).
  void relabel();
  /// What paints the network: how it was painted last, for legends.
  const NetworkPainter& painter() const { return painter_; }
  /// Routers that are near enough to look into.
  std::vector<RouterId> nearRouters() const { return painter_.nearRouters(); }
  QRectF networkBounds() const { return painter_.bounds(); }
  void centerOn(QPointF place);  ///< canvas units
  void fit();
  void fitSelection();
  void fitParts(const Parts& parts);
  void zoomIn();
  void zoomOut();
  void zoomTo(double percent);  ///< about the middle
  void selectAll();
  void copySelection();
  void cutSelection();
  void pasteClipboard();  ///< at the pointer, else in the middle
  void duplicateSelection();
  void deleteSelection();
  void bendSelection();  ///< a bend in the middle of each selected link between routers
  /// Collapses the groups of the selected routers, or opens them where all of them are collapsed;
  /// without a selection all groups.
  void toggleSelectedGroups();
  /// There are groups that could be collapsed.
  bool hasGroups() const;
  void straightenSelection();  ///< takes their bends away
  /// One router or terminal of a drawn network is selected, which can have a name.
  bool canNameSelection() const;
  void nameSelection() { askForName(); }
  /// Takes over what is still being written on it, a note or a name.
  void settleEditors();

 signals:
  void zoomChanged(double percent);
  void viewChanged();                ///< panned, zoomed or fitted
  void pictureChanged();             ///< another network or kind of colouring: the legend follows
  void heatChanged();                ///< new rates of the same run
  void presenceChanged();            ///< idle links stand back now, or do no longer
  void selectionShown();             ///< the marks follow the document's selection
  void matrixRequested();            ///< M: the other view of the same network
  void pointerMoved(QPointF place);  ///< canvas units
  void toolChanged(hopscope::Tool tool);
  void snapChanged(bool on);
  /// Clicked, or Enter pressed on it.
  void routerActivated(hopscope::RouterId router);
  void linkActivated(hopscope::LinkId link);
  void terminalActivated(hopscope::TerminalId terminal);
  /// A moving packet was clicked.
  void packetActivated(hopscope::TerminalId source, hopscope::Cycle birth);
  /// The ground was clicked, or Escape pressed, with nothing selected.
  void nothingActivated();
  void contextMenuRequested(QPoint globalPosition);
  void generateRequested();  ///< the button on the empty canvas
  void spaceTapped();        ///< Space without dragging: run or pause

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool event(QEvent* event) override;

 private:
  // What tools may ask for.
  DesignDocument& editedDocument() override { return *document_; }
  bool mayEdit() const override { return editable_ && document_ != nullptr; }
  QPointF snapped(QPointF place) const override;
  const Theme& look() const override { return *theme_; }
  const CollapsedNetwork& collapsed() const override { return painter_.collapsed(); }
  void panBy(QPointF pixels) override;
  void repaintOverlay() override { update(); }
  void activate(const CanvasMouse& mouse) override;
  void editNote(std::uint32_t note, QPointF place) override;
  bool askForName() override;
  void say(const QString& words) override;

  void onDesignChanged(const DesignChange& change);
  std::set<std::int32_t> collapsedGroups() const;
  bool seesRouters() const;
  void onSelectionChanged();
  void showNetwork();
  bool placeAside(NetworkPicture& picture);
  void takePlaced(const PlacingJob& job);
  void showMarks();
  void showEmptyState();
  void describe();
  void redraw();  ///< the network itself, not only what lies over it
  void startMoving();
  CanvasView fittedView() const;
  void setView(const CanvasView& view);
  std::optional<Parts> partNamed() const;
  std::optional<QPointF> placeOfNamed() const;
  void followNamed();
  void zoomAt(double factor, QPointF pixel);
  CanvasMouse mouseAt(QPointF pixel, Qt::KeyboardModifiers modifiers) const;
  void hover(const CanvasMouse& mouse);
  void showTip();
  void hideTip();
  bool toggleGroupAt(QPointF pixel);
  void toggleGroups(const std::set<std::int32_t>& groups);
  bool panHeld() const { return spaceHeld_ || middleHeld_; }
  void updateCursor();
  bool handleViewKey(const QKeyEvent& event);
  bool handleToolKey(const QKeyEvent& event);
  bool handleEditKey(const QKeyEvent& event);
  bool handleArrow(const QKeyEvent& event);
  void cancelOrDeselect();
  void activateSelection();
  void walk(QPointF direction, bool adding);
  bool drawsByKey() const;
  QPointF crosshairStart() const;
  void showCrosshair(QPointF place);
  void moveCrosshair(QPointF direction, double far);
  void enterAtCrosshair();
  CanvasMouse mouseAtCrosshair() const;
  void hideCrosshair();
  QString crosshairWords() const;
  void paintCrosshair(QPainter& painter) const;

  const Theme* theme_;
  NetworkPainter painter_;
  CanvasView view_;
  QPointer<DesignDocument> document_;
  std::unique_ptr<CanvasTool> tool_;
  Tool toolKind_ = Tool::select;
  bool editable_ = true;
  bool snap_ = true;
  bool loading_ = false;     ///< fit once the loaded design is there
  bool fitsPlaced_ = false;  ///< fit once the network is worked out
  bool followsFit_ = true;   ///< until the user zooms or pans, resizing fits again
  HeatQuantity quantity_ = HeatQuantity::utilization;  ///< wanted
  WhereMissing whereMissing_ = WhereMissing::utilization;
  float least_ = 0;
  bool focusing_ = false;
  bool moving_ = false;      ///< panning, zooming, dragging: no antialiasing
  RouterId walked_ = kNone;  ///< where Alt and an arrow key went last
  bool focusByKey_ = false;  ///< only then the focus needs a ring to be found
  bool spaceHeld_ = false;
  bool spaceUsed_ = false;
  bool middleHeld_ = false;
  QPointF panLast_;
  QPointF pointer_;
  bool pointerInside_ = false;
  CanvasMouse hovered_;
  QMargins fitMargins_{24, 24, 24, 24};
  QSize fitCorner_;
  /// Where Enter draws, once a key moved it; the mouse takes over by moving.
  std::optional<QPointF> crosshair_;
  QPixmap layer_;  ///< the network as last painted
  bool layerValid_ = false;
  QTimer restTimer_, tipTimer_, heatTimer_;
  LatestJob<PlacingJob> placing_{2};
  std::optional<RelativeView> followed_;  ///< asked for while the network was worked out
  CanvasTip* tip_;
  QWidget* emptyState_;
  QPointer<NoteEditor> noteEditor_;
  QPointer<NameEditor> nameEditor_;
  struct Named {
    bool router = true;    ///< else a terminal
    std::uint32_t id = 0;  ///< the design's, which no other step changes
  } named_;                ///< the part that nameEditor_ is for
};

/// The router that lies most in that direction: near, and not far aside; kNone: none does.
RouterId routerTowards(const Placement& placement, QPointF from, QPointF direction);

}  // namespace hopscope
