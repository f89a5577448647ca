#include "item-node.h"
#include "scrolling-node.h"
#include <commctrl.h>

namespace {

HWND headerOf(HWND list) { return reinterpret_cast<HWND>(ask(list, LVM_GETHEADER)); }
int rowsOf(HWND list) { return static_cast<int>(ask(list, LVM_GETITEMCOUNT)); }
int columnsOf(HWND list) { return headerOf(list) ? static_cast<int>(ask(headerOf(list), HDM_GETITEMCOUNT)) : 0; }
int viewOf(HWND list) { return GetWindowLongW(list, GWL_STYLE) & LVS_TYPEMASK; }
bool isReport(HWND list) { return viewOf(list) == LVS_REPORT; }

/** By the number that each has in the style. */
const wchar_t *const viewNames[] = {L"Icons", L"Details", L"Small icons", L"List"};

std::wstring cellText(HWND list, int row, int column) {
  LVITEMW cell = {};
  cell.iSubItem = column;
  cell.cchTextMax = 512;
  return askTextWith(list, LVM_GETITEMTEXTW, row, cell, &LVITEMW::pszText);
}

void setState(HWND list, int row, UINT state, UINT mask) {
  LVITEMW item = {};
  item.state = state;
  item.stateMask = mask;
  askWith(list, LVM_SETITEMSTATE, row, item);
}

class Cell : public ItemNode {
public:
  Cell(HWND list, int row, int column)
      : ItemNode(list, UIA_TextControlTypeId, {row, column}, {UIA_GridItemPatternId, UIA_TableItemPatternId}), row(row),
        column(column) {}

  bool alive() const override { return IsWindow(control) && row < rowsOf(control) && column < columnsOf(control); }
  NodePtr parent() const override;
  std::wstring name() const override { return cellText(control, row, column); }
  bool focusable() const override { return false; }

protected:
  RECT boxInside() const override {
    RECT box = {column ? LVIR_BOUNDS : LVIR_LABEL, column, 0, 0}; // the bounds of the first column are the whole row's
    askWith(control, LVM_GETSUBITEMRECT, row, box);
    return box;
  }
  Variant ownProperty(PROPERTYID id) const override {
    switch (id) {
    case UIA_GridItemRowPropertyId: return row;
    case UIA_GridItemColumnPropertyId: return column;
    case UIA_GridItemRowSpanPropertyId:
    case UIA_GridItemColumnSpanPropertyId: return 1;
    default: return {};
    }
  }

private:
  const int row, column;
};

class Row : public ItemNode {
public:
  Row(HWND list, int row)
      : ItemNode(list, UIA_ListItemControlTypeId, {row}, {UIA_SelectionItemPatternId, UIA_ScrollItemPatternId}), row(row) {}

  bool alive() const override { return IsWindow(control) && row < rowsOf(control); }
  std::wstring name() const override { return cellText(control, row, 0); }
  Nodes children() const override {
    Nodes cells;
    if (!isReport(control)) return cells;
    for (int column = 0; column < columnsOf(control); ++column)
      cells.push_back(std::make_shared<Cell>(control, row, column));
    return cells;
  }
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionItemSelectionContainerPropertyId ? Nodes{parent()} : Nodes{};
  }
  HRESULT select(Selecting how) const override {
    return ifEnabled(*this, [&] {
      if (how == Selecting::only) setState(control, -1, 0, LVIS_SELECTED);
      setState(control, row, how == Selecting::remove ? 0 : LVIS_SELECTED | LVIS_FOCUSED, LVIS_SELECTED | LVIS_FOCUSED);
      return S_OK;
    });
  }
  HRESULT scrollIntoView() const override { return ask(control, LVM_ENSUREVISIBLE, row), S_OK; }

protected:
  RECT boxInside() const override {
    RECT box = {LVIR_BOUNDS, 0, 0, 0};
    askWith(control, LVM_GETITEMRECT, row, box);
    return box;
  }
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_SelectionItemIsSelectedPropertyId) return ask(control, LVM_GETITEMSTATE, row, LVIS_SELECTED) != 0;
    if (id == UIA_PositionInSetPropertyId) return row + 1;
    if (id == UIA_SizeOfSetPropertyId) return rowsOf(control);
    return {};
  }

private:
  const int row;
};

NodePtr Cell::parent() const { return std::make_shared<Row>(control, row); }

class ListViewNode : public ScrollingNode {
public:
  using ScrollingNode::ScrollingNode;
  bool supports(PATTERNID pattern) const override {
    if (pattern == UIA_GridPatternId || pattern == UIA_TablePatternId) return isReport(handle);
    return ScrollingNode::supports(pattern);
  }
  NodePtr cell(int row, int column) const override {
    bool inside = row >= 0 && column >= 0 && row < rowsOf(handle) && column < columnsOf(handle);
    return inside ? std::make_shared<Cell>(handle, row, column) : nullptr;
  }
  std::wstring viewName(int view) const override { return view >= 0 && view <= LVS_TYPEMASK ? viewNames[view] : L""; }
  HRESULT showView(int view) const override {
    const LONG style = GetWindowLongW(handle, GWL_STYLE) & ~LVS_TYPEMASK;
    return SetWindowLongW(handle, GWL_STYLE, style | view) ? S_OK : E_FAIL;
  }
  Nodes related(PROPERTYID id) const override {
    if (id == UIA_SelectionSelectionPropertyId) return selectedOf(ownItems());
    if (id == UIA_TableColumnHeadersPropertyId && headerOf(handle)) return nodeOfWindow(headerOf(handle))->children();
    return ScrollingNode::related(id);
  }

protected:
  Nodes ownItems() const override {
    Nodes rows;
    const int count = rowsOf(handle);
    for (int row = 0; row < count; ++row) rows.push_back(std::make_shared<Row>(handle, row));
    return rows;
  }
  Variant ownProperty(PROPERTYID id) const override {
    switch (id) {
    case UIA_MultipleViewCurrentViewPropertyId: return viewOf(handle);
    case UIA_MultipleViewSupportedViewsPropertyId: return Variant(std::vector<int>{LVS_ICON, LVS_REPORT, LVS_SMALLICON, LVS_LIST});
    case UIA_GridRowCountPropertyId: return rowsOf(handle);
    case UIA_GridColumnCountPropertyId: return columnsOf(handle);
    case UIA_TableRowOrColumnMajorPropertyId: return int(RowOrColumnMajor_RowMajor);
    case UIA_SelectionCanSelectMultiplePropertyId: return !hasStyle(handle, LVS_SINGLESEL);
    case UIA_SelectionIsSelectionRequiredPropertyId: return false;
    default: return ScrollingNode::ownProperty(id);
    }
  }
  Lines lines() const override {
    const int first = static_cast<int>(ask(handle, LVM_GETTOPINDEX));
    return {first, static_cast<int>(ask(handle, LVM_GETCOUNTPERPAGE)), rowsOf(handle)};
  }
  void scrollBy(int count) const override {
    RECT first = {LVIR_BOUNDS, 0, 0, 0};
    askWith(handle, LVM_GETITEMRECT, 0, first);
    ask(handle, LVM_SCROLL, 0, count * (first.bottom - first.top));
  }
};

class HeaderItem : public ItemNode {
public:
  HeaderItem(HWND header, int column) : ItemNode(header, UIA_HeaderItemControlTypeId, {column}, {}), column(column) {}

  bool alive() const override { return IsWindow(control) && column < ask(control, HDM_GETITEMCOUNT); }
  std::wstring name() const override {
    HDITEMW item = {};
    item.mask = HDI_TEXT;
    item.cchTextMax = 512;
    return askTextWith(control, HDM_GETITEMW, column, item, &HDITEMW::pszText);
  }

protected:
  RECT boxInside() const override {
    RECT box = {};
    askWith(control, HDM_GETITEMRECT, column, box);
    return box;
  }

private:
  const int column;
};

class HeaderNode : public WindowNode {
public:
  using WindowNode::WindowNode;

protected:
  Nodes ownItems() const override {
    Nodes columns;
    const int count = static_cast<int>(ask(handle, HDM_GETITEMCOUNT));
    for (int column = 0; column < count; ++column) columns.push_back(std::make_shared<HeaderItem>(handle, column));
    return columns;
  }
};

} // namespace

NodePtr listViewNode(HWND window) { return std::make_shared<ListViewNode>(window); }
NodePtr headerNode(HWND window) { return std::make_shared<HeaderNode>(window); }
