#include "item-node.h"
#include "window-node.h"
#include <commctrl.h>

namespace {

template <class Item> Nodes itemsOf(HWND control, UINT countMessage) {
  Nodes items;
  const int count = static_cast<int>(ask(control, countMessage));
  for (int index = 0; index < count; ++index) items.push_back(std::make_shared<Item>(control, index));
  return items;
}

class TabItem : public ItemNode {
public:
  TabItem(HWND tabs, int index)
      : ItemNode(tabs, UIA_TabItemControlTypeId, {index}, {UIA_SelectionItemPatternId}), index(index) {}

  std::wstring name() const override {
    TCITEMW item = {};
    item.mask = TCIF_TEXT;
    item.cchTextMax = 512;
    return askTextWith(control, TCM_GETITEMW, index, item, &TCITEMW::pszText);
  }
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionItemSelectionContainerPropertyId ? Nodes{parent()} : Nodes{};
  }
  /** By the focus, which also tells the parent; setting the selection does not. */
  HRESULT select(Selecting how) const override {
    if (how == Selecting::remove) return invalidOperation;
    return ifEnabled(*this, [&] { return ask(control, TCM_SETCURFOCUS, index), S_OK; });
  }

protected:
  RECT boxInside() const override {
    RECT box = {};
    askWith(control, TCM_GETITEMRECT, index, box);
    return box;
  }
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_SelectionItemIsSelectedPropertyId) return ask(control, TCM_GETCURSEL) == index;
    return {};
  }

private:
  const int index;
};

class TabNode : public WindowNode {
public:
  using WindowNode::WindowNode;
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionSelectionPropertyId ? selectedOf(ownItems()) : WindowNode::related(id);
  }

protected:
  Nodes ownItems() const override { return itemsOf<TabItem>(handle, TCM_GETITEMCOUNT); }
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_SelectionCanSelectMultiplePropertyId) return false;
    if (id == UIA_SelectionIsSelectionRequiredPropertyId) return true;
    return WindowNode::ownProperty(id);
  }
};

TBBUTTON buttonOf(HWND bar, int index) {
  TBBUTTON button = {};
  askWith(bar, TB_GETBUTTON, index, button);
  return button;
}

class ToolButton : public ItemNode {
public:
  ToolButton(HWND bar, int index) : ToolButton(bar, index, buttonOf(bar, index)) {}

  bool enabled() const override { return ask(control, TB_ISBUTTONENABLED, id); }
  std::wstring name() const override {
    return askTextInto(control, TB_GETBUTTONTEXTW, id);
  }
  HRESULT invoke() const override {
    return ifEnabled(*this, [&] { return press(); });
  }
  HRESULT toggle() const override {
    return ifEnabled(*this, [&] {
      ask(control, TB_CHECKBUTTON, id, !ask(control, TB_ISBUTTONCHECKED, id));
      return press();
    });
  }

protected:
  RECT boxInside() const override {
    RECT box = {};
    askWith(control, TB_GETITEMRECT, index, box);
    return box;
  }
  Variant ownProperty(PROPERTYID property) const override {
    if (property == UIA_AutomationIdPropertyId) return L"Item " + std::to_wstring(id);
    if (property == UIA_ToggleToggleStatePropertyId) return static_cast<int>(ask(control, TB_ISBUTTONCHECKED, id));
    return {};
  }

private:
  ToolButton(HWND bar, int index, const TBBUTTON &button)
      : ItemNode(bar, button.fsStyle & BTNS_CHECK ? UIA_CheckBoxControlTypeId : UIA_ButtonControlTypeId, {index},
                 {button.fsStyle & BTNS_CHECK ? UIA_TogglePatternId : UIA_InvokePatternId}),
        index(index), id(button.idCommand) {}
  HRESULT press() const { return post(GetParent(control), WM_COMMAND, id, reinterpret_cast<LPARAM>(control)); }

  const int index, id;
};

constexpr auto dockedAt = L"Deskscope.DockPosition";

class ToolBarNode : public WindowNode {
public:
  using WindowNode::WindowNode;
  HRESULT dock(DockPosition position) const override { return keep(handle, dockedAt, position); }

protected:
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_DockDockPositionPropertyId) return kept(handle, dockedAt, DockPosition_Top);
    return WindowNode::ownProperty(id);
  }
  Nodes ownItems() const override { return itemsOf<ToolButton>(handle, TB_BUTTONCOUNT); }
};

class StatusPart : public ItemNode {
public:
  StatusPart(HWND bar, int index) : ItemNode(bar, UIA_TextControlTypeId, {index}, {}), index(index) {}

  bool focusable() const override { return false; }
  std::wstring name() const override {
    return askTextInto(control, SB_GETTEXTW, index);
  }

protected:
  RECT boxInside() const override {
    RECT box = {};
    askWith(control, SB_GETRECT, index, box);
    return box;
  }

private:
  const int index;
};

class StatusBarNode : public WindowNode {
public:
  using WindowNode::WindowNode;

protected:
  Nodes ownItems() const override { return itemsOf<StatusPart>(handle, SB_GETPARTS); }
};

} // namespace

NodePtr tabNode(HWND window) { return std::make_shared<TabNode>(window); }
NodePtr toolBarNode(HWND window) { return std::make_shared<ToolBarNode>(window); }
NodePtr statusBarNode(HWND window) { return std::make_shared<StatusBarNode>(window); }
