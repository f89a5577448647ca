#include "scrolling-node.h"

namespace {

constexpr auto zoomLevel = L"Deskscope.ZoomLevel";

/** Push buttons are told without waiting, since they may open a dialog; the others change at once. */
class ButtonNode : public WindowNode {
public:
  using WindowNode::WindowNode;
  HRESULT invoke() const override {
    return ifEnabled(*this, [&] { return post(handle, BM_CLICK); });
  }
  // Group boxes can be moved, sized and zoomed, but not turned.
  HRESULT moveTo(double x, double y) const override {
    POINT inParent = {LONG(x), LONG(y)};
    ScreenToClient(GetParent(handle), &inParent);
    return place(SWP_NOSIZE, inParent.x, inParent.y, 0, 0);
  }
  HRESULT resize(double width, double height) const override {
    return place(SWP_NOMOVE, 0, 0, int(width), int(height));
  }
  HRESULT zoom(double percent) const override { return keep(handle, zoomLevel, int(percent)); }
  HRESULT toggle() const override { return click(); }
  HRESULT select(Selecting how) const override { return how == Selecting::remove ? invalidOperation : click(); }
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionItemSelectionContainerPropertyId ? Nodes{parent()} : WindowNode::related(id);
  }

protected:
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_ToggleToggleStatePropertyId) return static_cast<int>(ask(handle, BM_GETCHECK));
    if (id == UIA_SelectionItemIsSelectedPropertyId) return ask(handle, BM_GETCHECK) == BST_CHECKED;
    if (type == UIA_GroupControlTypeId) switch (id) {
      case UIA_TransformCanMovePropertyId:
      case UIA_TransformCanResizePropertyId:
      case UIA_Transform2CanZoomPropertyId: return true;
      case UIA_Transform2ZoomLevelPropertyId: return double(kept(handle, zoomLevel, 100));
      case UIA_Transform2ZoomMinimumPropertyId: return 50.0;
      case UIA_Transform2ZoomMaximumPropertyId: return 400.0;
      }
    return WindowNode::ownProperty(id);
  }

private:
  HRESULT place(UINT flags, int x, int y, int width, int height) const {
    return SetWindowPos(handle, nullptr, x, y, width, height, flags | SWP_NOZORDER | SWP_NOACTIVATE) ? S_OK : E_FAIL;
  }
  HRESULT click() const {
    return ifEnabled(*this, [&] { return ask(handle, BM_CLICK), S_OK; });
  }
};

class EditNode : public ScrollingNode {
public:
  using ScrollingNode::ScrollingNode;
  bool supports(PATTERNID pattern) const override {
    if (pattern == UIA_ScrollPatternId) return className == L"Edit" && hasStyle(handle, WS_VSCROLL);
    return WindowNode::supports(pattern);
  }
  std::wstring text() const override { return hidden() ? std::wstring() : askText(handle); }
  HRESULT setValue(const std::wstring &value) const override {
    if (readOnly()) return invalidOperation;
    return ifEnabled(*this, [&] { return ask(handle, WM_SETTEXT, 0, value.c_str()), S_OK; });
  }
  std::pair<int, int> textSelection() const override {
    LRESULT both = ask(handle, EM_GETSEL);
    return {LOWORD(both), HIWORD(both)};
  }
  HRESULT setTextSelection(int from, int to) const override { return ask(handle, EM_SETSEL, from, to), S_OK; }

protected:
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_ValueValuePropertyId) return text();
    if (id == UIA_ValueIsReadOnlyPropertyId) return readOnly();
    return ScrollingNode::ownProperty(id);
  }
  Lines lines() const override {
    RECT shown = {};
    ask(handle, EM_GETRECT, 0, &shown);
    const int lineHeight = 13; // of the font that the system's controls have at 96 dots per inch
    const int first = static_cast<int>(ask(handle, EM_GETFIRSTVISIBLELINE));
    return {first, static_cast<int>(shown.bottom - shown.top) / lineHeight, static_cast<int>(ask(handle, EM_GETLINECOUNT))};
  }
  void scrollBy(int count) const override { ask(handle, EM_LINESCROLL, 0, count); }

private:
  bool hidden() const { return hasStyle(handle, ES_PASSWORD); }
  bool readOnly() const { return className != L"Edit" || hasStyle(handle, ES_READONLY); }
};

/** `Read <a id="x">more</a>` is named "Read more"; Return follows it. */
class LinkNode : public WindowNode {
public:
  using WindowNode::WindowNode;
  std::wstring name() const override {
    std::wstring plain = WindowNode::name();
    for (size_t from = plain.find(L'<'); from != std::wstring::npos; from = plain.find(L'<')) {
      const size_t to = plain.find(L'>', from);
      plain.erase(from, to == std::wstring::npos ? to : to - from + 1);
    }
    return plain;
  }
  HRESULT invoke() const override {
    return ifEnabled(*this, [&] {
      ask(handle, WM_SETFOCUS);
      return post(handle, WM_KEYDOWN, VK_RETURN);
    });
  }
};

} // namespace

NodePtr buttonNode(HWND window) { return std::make_shared<ButtonNode>(window); }
NodePtr editNode(HWND window) { return std::make_shared<EditNode>(window); }
NodePtr linkNode(HWND window) { return std::make_shared<LinkNode>(window); }
