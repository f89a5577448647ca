#include "desktop-node.h"
#include "synthetic-node.h"
#include "window-node.h"
#include "written-node.h"

namespace {

HWND visibleOwner(HWND window) {
  HWND owner = GetWindow(window, GW_OWNER);
  return owner && IsWindowVisible(owner) ? owner : nullptr;
}

class DesktopNode : public Node {
public:
  HWND window() const override { return GetDesktopWindow(); }
  std::vector<int> runtimeId() const override { return {42, static_cast<int>(reinterpret_cast<INT_PTR>(window()))}; }
  bool alive() const override { return true; }
  NodePtr parent() const override { return nullptr; }
  Nodes children() const override {
    Nodes all;
    for (HWND top : topLevelWindows(nullptr)) all.push_back(nodeOfWindow(top));
    return all;
  }
  bool supports(PATTERNID) const override { return false; }
  CONTROLTYPEID controlType() const override { return UIA_PaneControlTypeId; }
  std::wstring name() const override { return L"Desktop 1"; }
  RECT box() const override {
    const int left = GetSystemMetrics(SM_XVIRTUALSCREEN), top = GetSystemMetrics(SM_YVIRTUALSCREEN);
    return {left, top, left + GetSystemMetrics(SM_CXVIRTUALSCREEN), top + GetSystemMetrics(SM_CYVIRTUALSCREEN)};
  }
  bool offscreen() const override { return false; }
  bool focusable() const override { return false; }
  bool enabled() const override { return true; }

protected:
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_ClassNamePropertyId) return L"#32769";
    if (id == UIA_NativeWindowHandlePropertyId) return static_cast<int>(reinterpret_cast<INT_PTR>(window()));
    return {};
  }
};

LONGLONG areaOf(const RECT &box) { return LONGLONG(box.right - box.left) * (box.bottom - box.top); }

/** The child that a point is in; the smallest, since group boxes and tabs lie around what is on them. */
NodePtr childAt(const Node &node, POINT point) {
  NodePtr best;
  LONGLONG least = 0;
  for (const NodePtr &child : node.children()) {
    RECT box = child->box();
    if (child->offscreen() || !PtInRect(&box, point)) continue;
    if (best && areaOf(box) >= least) continue;
    best = child;
    least = areaOf(box);
  }
  return best;
}

} // namespace

std::vector<HWND> topLevelWindows(HWND owner) {
  struct Search {
    HWND owner;
    std::vector<HWND> found;
    static BOOL CALLBACK look(HWND window, LPARAM data) {
      auto *search = reinterpret_cast<Search *>(data);
      if (IsWindowVisible(window) && visibleOwner(window) == search->owner) search->found.push_back(window);
      return TRUE;
    }
  } search = {owner, {}};
  EnumWindows(Search::look, reinterpret_cast<LPARAM>(&search));
  return search.found;
}

NodePtr desktopNode() { return std::make_shared<DesktopNode>(); }

static NodePtr madeUpWindow(HWND window) {
  NodePtr numbered = syntheticWindow(window);
  return numbered ? numbered : writtenWindow(window);
}

NodePtr nodeOfWindow(HWND window) {
  if (window == GetDesktopWindow()) return desktopNode();
  if (NodePtr madeUp = madeUpWindow(window)) return madeUp;
  const ClassFacts &facts = factsOf(window, classNameOf(window));
  return facts.node ? facts.node(window) : std::make_shared<WindowNode>(window);
}

NodePtr nodeAt(POINT point) {
  HWND window = WindowFromPoint(point);
  if (!window) return desktopNode();
  if (NodePtr madeUp = syntheticNodeAt(window, point)) return madeUp;
  NodePtr node = nodeOfWindow(GetAncestor(window, GA_ROOT));
  node->requireAnswering();
  while (NodePtr child = childAt(*node, point)) node = child;
  return node;
}

NodePtr focusedNode() {
  GUITHREADINFO state = {};
  state.cbSize = sizeof state;
  GetGUIThreadInfo(0, &state);
  HWND window = state.hwndFocus ? state.hwndFocus : GetForegroundWindow();
  if (!window) return desktopNode();
  // What is really in such a window is not in its tree.
  NodePtr madeUp = madeUpWindow(GetAncestor(window, GA_ROOT));
  return madeUp ? madeUp : nodeOfWindow(window);
}
