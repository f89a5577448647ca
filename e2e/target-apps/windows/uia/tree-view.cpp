#include "item-node.h"
#include "scrolling-node.h"
#include <commctrl.h>

namespace {

HTREEITEM nextItem(HWND tree, UINT which, HTREEITEM from = nullptr) {
  return reinterpret_cast<HTREEITEM>(ask(tree, TVM_GETNEXTITEM, which, from));
}

std::vector<int> halvesOf(HTREEITEM item) {
  const auto whole = reinterpret_cast<ULONG_PTR>(item);
  return {static_cast<int>(whole >> 32), static_cast<int>(whole)};
}

Nodes itemsFrom(HWND tree, HTREEITEM first);

class Branch : public ItemNode {
public:
  Branch(HWND tree, HTREEITEM item)
      : ItemNode(tree, UIA_TreeItemControlTypeId, halvesOf(item),
                 {UIA_SelectionItemPatternId, UIA_ScrollItemPatternId, UIA_ExpandCollapsePatternId,
                  UIA_DragPatternId}),
        item(item) {}

  NodePtr parent() const override {
    HTREEITEM above = nextItem(control, TVGN_PARENT, item);
    return above ? std::make_shared<Branch>(control, above) : ItemNode::parent();
  }
  /** Those of a closed branch are not there yet. */
  Nodes children() const override { return isOpen() ? itemsFrom(control, firstChild()) : Nodes{}; }
  std::wstring name() const override {
    TVITEMW asked = {};
    asked.hItem = item;
    asked.mask = TVIF_TEXT;
    asked.cchTextMax = 512;
    return askTextWith(control, TVM_GETITEMW, 0, asked, &TVITEMW::pszText);
  }
  bool offscreen() const override { return !isShown() || ItemNode::offscreen(); }
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionItemSelectionContainerPropertyId ? Nodes{nodeOfWindow(control)} : Nodes{};
  }
  HRESULT expand(bool wanted) const override {
    if (!firstChild()) return invalidOperation;
    return ifEnabled(*this, [&] { return ask(control, TVM_EXPAND, wanted ? TVE_EXPAND : TVE_COLLAPSE, item), S_OK; });
  }
  HRESULT select(Selecting how) const override {
    if (how == Selecting::remove) return invalidOperation;
    return ifEnabled(*this, [&] { return ask(control, TVM_SELECTITEM, TVGN_CARET, item), S_OK; });
  }
  HRESULT scrollIntoView() const override { return ask(control, TVM_ENSUREVISIBLE, 0, item), S_OK; }

protected:
  RECT boxInside() const override {
    RECT box = {};
    askForBox(box);
    return box;
  }
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_SelectionItemIsSelectedPropertyId) return nextItem(control, TVGN_CARET) == item;
    if (id == UIA_DragDropEffectPropertyId) return L"Move to another branch";
    if (id != UIA_ExpandCollapseExpandCollapseStatePropertyId) return {};
    if (!firstChild()) return int(ExpandCollapseState_LeafNode);
    return int(isOpen() ? ExpandCollapseState_Expanded : ExpandCollapseState_Collapsed);
  }

private:
  HTREEITEM firstChild() const { return nextItem(control, TVGN_CHILD, item); }
  bool isOpen() const {
    return ask(control, TVM_GETITEMSTATE, reinterpret_cast<WPARAM>(item), TVIS_EXPANDED) & TVIS_EXPANDED;
  }
  bool isShown() const {
    RECT box;
    return askForBox(box);
  }
  /** The item goes in where the box comes out. False if it is in a closed branch. */
  bool askForBox(RECT &box) const {
    *reinterpret_cast<HTREEITEM *>(&box) = item;
    if (askWith(control, TVM_GETITEMRECT, TRUE, box)) return true;
    box = {};
    return false;
  }
  const HTREEITEM item;
};

Nodes itemsFrom(HWND tree, HTREEITEM first) {
  Nodes items;
  for (HTREEITEM item = first; item; item = nextItem(tree, TVGN_NEXT, item))
    items.push_back(std::make_shared<Branch>(tree, item));
  return items;
}

class TreeViewNode : public ScrollingNode {
public:
  using ScrollingNode::ScrollingNode;
  Nodes related(PROPERTYID id) const override {
    if (id != UIA_SelectionSelectionPropertyId) return ScrollingNode::related(id);
    HTREEITEM selected = nextItem(handle, TVGN_CARET);
    return selected ? Nodes{std::make_shared<Branch>(handle, selected)} : Nodes{};
  }

protected:
  Nodes ownItems() const override { return itemsFrom(handle, nextItem(handle, TVGN_ROOT)); }
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_SelectionCanSelectMultiplePropertyId || id == UIA_SelectionIsSelectionRequiredPropertyId) return false;
    if (id == UIA_DropTargetDropTargetEffectsPropertyId) return Variant(std::vector<std::wstring>{L"Move", L"Copy"});
    return ScrollingNode::ownProperty(id);
  }
  Lines lines() const override {
    int all = 0, first = 0;
    HTREEITEM top = nextItem(handle, TVGN_FIRSTVISIBLE);
    for (HTREEITEM item = nextItem(handle, TVGN_ROOT); item; item = nextItem(handle, TVGN_NEXTVISIBLE, item)) {
      if (item == top) first = all;
      ++all;
    }
    return {first, static_cast<int>(ask(handle, TVM_GETVISIBLECOUNT)), all};
  }
  void scrollBy(int count) const override {
    for (; count; count += count < 0 ? 1 : -1) ask(handle, WM_VSCROLL, count < 0 ? SB_LINEUP : SB_LINEDOWN);
  }
};

} // namespace

NodePtr treeViewNode(HWND window) { return std::make_shared<TreeViewNode>(window); }
