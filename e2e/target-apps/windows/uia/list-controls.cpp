#include "item-node.h"
#include "scrolling-node.h"

namespace {

class ListBoxItem : public ItemNode {
public:
  ListBoxItem(HWND control, int index)
      : ItemNode(control, UIA_ListItemControlTypeId, {index}, {UIA_SelectionItemPatternId, UIA_ScrollItemPatternId}),
        index(index) {}

  bool alive() const override { return IsWindow(control) && index < ask(control, LB_GETCOUNT); }
  std::wstring name() const override {
    std::wstring text(ask(control, LB_GETTEXTLEN, index) + 1, L'\0');
    text.resize(ask(control, LB_GETTEXT, index, text.data()));
    return text;
  }
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionItemSelectionContainerPropertyId ? Nodes{parent()} : Nodes{};
  }
  HRESULT scrollIntoView() const override { return ask(control, LB_SETTOPINDEX, index), S_OK; }
  HRESULT select(Selecting how) const override {
    return ifEnabled(*this, [&] {
      if (hasStyle(control, LBS_MULTIPLESEL) || hasStyle(control, LBS_EXTENDEDSEL)) selectOfSeveral(how);
      else if (how == Selecting::add && ask(control, LB_GETCURSEL) >= 0) return invalidOperation;
      else ask(control, LB_SETCURSEL, how == Selecting::remove ? -1 : index);
      tellParent(control, LBN_SELCHANGE);
      return S_OK;
    });
  }

protected:
  RECT boxInside() const override {
    RECT box = {};
    ask(control, LB_GETITEMRECT, index, &box);
    return box;
  }
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_SelectionItemIsSelectedPropertyId) return ask(control, LB_GETSEL, index) > 0;
    if (id == UIA_PositionInSetPropertyId) return index + 1;
    if (id == UIA_SizeOfSetPropertyId) return static_cast<int>(ask(control, LB_GETCOUNT));
    return {};
  }

private:
  void selectOfSeveral(Selecting how) const {
    if (how == Selecting::only) ask(control, LB_SETSEL, FALSE, -1);
    ask(control, LB_SETSEL, how != Selecting::remove, index);
  }
  const int index;
};

class ListBoxNode : public ScrollingNode {
public:
  using ScrollingNode::ScrollingNode;
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionSelectionPropertyId ? selectedOf(ownItems()) : ScrollingNode::related(id);
  }

protected:
  Nodes ownItems() const override {
    Nodes items;
    const int count = static_cast<int>(ask(handle, LB_GETCOUNT));
    for (int index = 0; index < count; ++index) items.push_back(std::make_shared<ListBoxItem>(handle, index));
    return items;
  }
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_SelectionCanSelectMultiplePropertyId)
      return hasStyle(handle, LBS_MULTIPLESEL) || hasStyle(handle, LBS_EXTENDEDSEL);
    if (id == UIA_SelectionIsSelectionRequiredPropertyId) return false;
    return ScrollingNode::ownProperty(id);
  }
  Lines lines() const override {
    RECT area = {};
    GetClientRect(handle, &area);
    return {static_cast<int>(ask(handle, LB_GETTOPINDEX)),
            static_cast<int>(area.bottom / ask(handle, LB_GETITEMHEIGHT)), static_cast<int>(ask(handle, LB_GETCOUNT))};
  }
  void scrollBy(int count) const override { ask(handle, LB_SETTOPINDEX, ask(handle, LB_GETTOPINDEX) + count); }
};

/** An item of the list of a combo box: it is on the screen while the list is open. */
class ComboBoxItem : public ItemNode {
public:
  ComboBoxItem(HWND control, int index)
      : ItemNode(control, UIA_ListItemControlTypeId, {index}, {UIA_SelectionItemPatternId}), index(index) {}

  bool alive() const override { return IsWindow(control) && index < ask(control, CB_GETCOUNT); }
  std::wstring name() const override {
    std::wstring text(ask(control, CB_GETLBTEXTLEN, index) + 1, L'\0');
    text.resize(ask(control, CB_GETLBTEXT, index, text.data()));
    return text;
  }
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionItemSelectionContainerPropertyId ? Nodes{parent()} : Nodes{};
  }
  HRESULT select(Selecting how) const override {
    if (how == Selecting::remove) return invalidOperation;
    return ifEnabled(*this, [&] {
      ask(control, CB_SETCURSEL, index);
      tellParent(control, CBN_SELCHANGE);
      return S_OK;
    });
  }
  bool offscreen() const override { return !ask(control, CB_GETDROPPEDSTATE); }
  RECT box() const override {
    if (offscreen()) return {};
    RECT list = {};
    ask(control, CB_GETDROPPEDCONTROLRECT, 0, &list);
    const int height = static_cast<int>(ask(control, CB_GETITEMHEIGHT, 0));
    const int closed = static_cast<int>(ask(control, CB_GETITEMHEIGHT, -1)) + 6; // and its frame
    const int top = list.top + closed + (index - static_cast<int>(ask(control, CB_GETTOPINDEX))) * height;
    return {list.left, top, list.right, top + height};
  }

protected:
  RECT boxInside() const override { return {}; }
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_SelectionItemIsSelectedPropertyId) return ask(control, CB_GETCURSEL) == index;
    return {};
  }

private:
  const int index;
};

class ComboBoxNode : public WindowNode {
public:
  using WindowNode::WindowNode;
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionSelectionPropertyId ? selectedOf(ownItems()) : WindowNode::related(id);
  }
  HRESULT expand(bool wanted) const override {
    return ifEnabled(*this, [&] { return ask(handle, CB_SHOWDROPDOWN, wanted), S_OK; });
  }
  HRESULT setValue(const std::wstring &value) const override {
    return ifEnabled(*this, [&] {
      if (!onlyList()) ask(handle, WM_SETTEXT, 0, value.c_str());
      else if (ask(handle, CB_SELECTSTRING, -1, value.c_str()) < 0) return E_INVALIDARG;
      tellParent(handle, onlyList() ? CBN_SELCHANGE : CBN_EDITCHANGE);
      return S_OK;
    });
  }

protected:
  Nodes ownItems() const override {
    Nodes items;
    const int count = static_cast<int>(ask(handle, CB_GETCOUNT));
    for (int index = 0; index < count; ++index) items.push_back(std::make_shared<ComboBoxItem>(handle, index));
    return items;
  }
  Variant ownProperty(PROPERTYID id) const override {
    switch (id) {
    case UIA_ValueValuePropertyId: return askText(handle);
    case UIA_ValueIsReadOnlyPropertyId: return false;
    case UIA_ExpandCollapseExpandCollapseStatePropertyId:
      return int(ask(handle, CB_GETDROPPEDSTATE) ? ExpandCollapseState_Expanded : ExpandCollapseState_Collapsed);
    case UIA_SelectionCanSelectMultiplePropertyId:
    case UIA_SelectionIsSelectionRequiredPropertyId: return false;
    default: return WindowNode::ownProperty(id);
    }
  }

private:
  bool onlyList() const { return hasStyle(handle, CBS_DROPDOWNLIST); }
};

} // namespace

NodePtr listBoxNode(HWND window) { return std::make_shared<ListBoxNode>(window); }
NodePtr comboBoxNode(HWND window) { return std::make_shared<ComboBoxNode>(window); }
