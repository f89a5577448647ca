#include "synthetic-node.h"
#include "section.h"
#include "virtual-row.h"
#include "window-node.h"
#include <algorithm>
#include <iterator>

namespace {

constexpr int onlyRaw = 9; // this node is in no view but the raw one
constexpr int cellWidth = 12, cellHeight = 8, cellsInRow = 60;

HWND treeWindow() { return reinterpret_cast<HWND>(static_cast<INT_PTR>(section().treeWindow)); }
int fanOut() { return section().treeFanOut; }

struct Shape {
  CONTROLTYPEID type;
  const wchar_t *name;
  std::vector<PATTERNID> patterns;
};

const Shape branches[] = {
    {UIA_GroupControlTypeId, L"Group", {}},
    {UIA_ListControlTypeId, L"List", {UIA_SelectionPatternId, UIA_ScrollPatternId}},
    {UIA_TreeItemControlTypeId, L"Branch", {UIA_ExpandCollapsePatternId, UIA_SelectionItemPatternId}},
};

const Shape leaves[] = {
    {UIA_ButtonControlTypeId, L"Button", {UIA_InvokePatternId}},
    {UIA_EditControlTypeId, L"Edit", {UIA_ValuePatternId, UIA_TextPatternId}},
    {UIA_CheckBoxControlTypeId, L"Check", {UIA_TogglePatternId}},
    {UIA_TextControlTypeId, L"Text", {}},
    {UIA_ListItemControlTypeId, L"Item", {UIA_SelectionItemPatternId, UIA_ScrollItemPatternId}},
    {UIA_SliderControlTypeId, L"Slider", {UIA_RangeValuePatternId}},
    {UIA_HyperlinkControlTypeId, L"Link", {UIA_InvokePatternId}},
    {UIA_ImageControlTypeId, L"Image", {}},
    {UIA_DocumentControlTypeId, L"Document", {UIA_TextPatternId, UIA_ScrollPatternId}},
    {UIA_SeparatorControlTypeId, L"Separator", {}},
};

const Shape content = {UIA_PaneControlTypeId, L"Content", {}};
const Shape listOfRows = {UIA_ListControlTypeId, L"Rows", {UIA_SelectionPatternId, UIA_ItemContainerPatternId}};

/** Web content is told some time after it was first asked for. */
bool isContentThere() {
  static LONG version = 0;
  static ULONGLONG asked = 0;
  if (version != section().treeVersion) version = section().treeVersion, asked = GetTickCount64();
  return GetTickCount64() - asked >= ULONGLONG(section().treeContentMs);
}

/** Nodes are numbered level by level: those of the window, 0, are 1 to the fan-out. */
int parentOf(int number) { return (number - 1) / fanOut(); }

Nodes childrenOf(int number) {
  Nodes children;
  const LONGLONG first = LONGLONG(number) * fanOut() + 1;
  const LONGLONG last = std::min<LONGLONG>(first + fanOut() - 1, section().treeNodes);
  for (LONGLONG child = first; child <= last; ++child) children.push_back(syntheticNode(int(child)));
  return children;
}

class SyntheticNode : public Node {
public:
  explicit SyntheticNode(int number)
      : number(number), version(section().treeVersion), home(treeWindow()), kind(kindOf(number)) {}

  HWND window() const override { return home; }
  std::vector<int> runtimeId() const override {
    return {42, static_cast<int>(reinterpret_cast<INT_PTR>(home)), 4, version, number};
  }
  bool alive() const override {
    return IsWindow(home) && home == treeWindow() && version == section().treeVersion && number <= section().treeNodes;
  }
  NodePtr parent() const override { return parentOf(number) ? syntheticNode(parentOf(number)) : nodeOfWindow(home); }
  Nodes children() const override {
    if (number == section().treeBadNode) throw Failure{section().treeBadResult};
    if (&kind == &content && !isContentThere()) return {};
    Nodes all = childrenOf(number);
    if (&kind != &listOfRows) return all;
    const Nodes rows = realizedRows(number);
    all.insert(all.end(), rows.begin(), rows.end());
    return all;
  }
  bool hidesBelow() const override { return &kind == &content && section().treeContentHidden; }
  NodePtr item(PROPERTYID id, const VARIANT &value) const override {
    for (const NodePtr &child : childrenOf(number))
      if (sameValue(child->property(id), value)) return child;
    return virtualRow(number, id, value);
  }

  bool supports(PATTERNID pattern) const override {
    if (pattern == UIA_LegacyIAccessiblePatternId) return true;
    return std::find(kind.patterns.begin(), kind.patterns.end(), pattern) != kind.patterns.end();
  }
  CONTROLTYPEID controlType() const override { return kind.type; }
  std::wstring name() const override {
    return section().treeWordless ? L"" : std::wstring(kind.name) + L" " + std::to_wstring(number);
  }
  RECT box() const override;
  bool enabled() const override { return true; }
  bool offscreen() const override;
  bool focusable() const override { return kind.type != UIA_TextControlTypeId; }
  Nodes related(PROPERTYID id) const override {
    return id == UIA_SelectionItemSelectionContainerPropertyId ? Nodes{parent()} : Nodes{};
  }

  HRESULT doDefaultAction() const override {
    if (kind.type != UIA_ImageControlTypeId) return notSupported;
    return InterlockedIncrement(&section().defaultActions), S_OK;
  }

  std::wstring text() const override { return L"Text of node " + std::to_wstring(number) + L"."; }

protected:
  Variant ownProperty(PROPERTYID id) const override;

private:
  static const Shape &kindOf(int number) {
    if (number == section().treeContent) return content;
    if (number == section().treeList) return listOfRows;
    bool hasChildren = LONGLONG(number) * fanOut() + 1 <= section().treeNodes;
    return hasChildren ? branches[number % std::size(branches)] : leaves[number % std::size(leaves)];
  }

  const int number;
  const LONG version;
  const HWND home;
  const Shape &kind;
};

/** Where the tree is drawn. Asked for thousands of nodes in a row, so what was true 50 ms ago is good enough. */
struct Place {
  RECT area = {};
  bool visible = false;
};

Place placeOf(HWND window) {
  thread_local Place known;
  thread_local ULONGLONG asked = 0;
  if (GetTickCount64() - asked < 50) return known;
  GetClientRect(window, &known.area);
  MapWindowPoints(window, nullptr, reinterpret_cast<POINT *>(&known.area), 2);
  known.visible = IsWindowVisible(window);
  asked = GetTickCount64();
  return known;
}

/** Leaves lie in a grid; what holds others takes the whole window. */
RECT SyntheticNode::box() const {
  RECT area = placeOf(home).area;
  if (&kind < std::begin(leaves) || &kind >= std::end(leaves)) return area;
  const int left = area.left + (number - 1) % cellsInRow * cellWidth;
  const int top = area.top + (number - 1) / cellsInRow * cellHeight;
  return {left, top, left + cellWidth - 1, top + cellHeight - 1};
}

bool SyntheticNode::offscreen() const {
  Place place = placeOf(home);
  RECT shown, own = box();
  return !place.visible || !IntersectRect(&shown, &own, &place.area);
}

Variant SyntheticNode::ownProperty(PROPERTYID id) const {
  if (section().treeWordless && (id == UIA_AutomationIdPropertyId || id == UIA_HelpTextPropertyId)) return {};
  switch (id) {
  case UIA_AutomationIdPropertyId: return L"node" + std::to_wstring(number);
  case UIA_ClassNamePropertyId:
    return &kind == &content ? L"Chrome_RenderWidgetHostHWND" : L"MadeUp" + std::wstring(kind.name);
  case UIA_FrameworkIdPropertyId: return L"Fixture";
  case UIA_HelpTextPropertyId: return L"Help for node " + std::to_wstring(number);
  case UIA_IsControlElementPropertyId: return number != onlyRaw;
  case UIA_IsContentElementPropertyId: return number != onlyRaw && kind.type != UIA_ImageControlTypeId;
  case UIA_LegacyIAccessibleDefaultActionPropertyId:
    return kind.type == UIA_ImageControlTypeId ? Variant(L"Click") : Variant();
  case UIA_PositionInSetPropertyId: return (number - 1) % fanOut() + 1;
  case UIA_SizeOfSetPropertyId: return static_cast<int>(childrenOf(parentOf(number)).size());
  case UIA_LevelPropertyId: {
    int level = 0;
    for (int at = number; at; at = parentOf(at)) ++level;
    return level;
  }
  case UIA_ValueValuePropertyId: return text();
  case UIA_ValueIsReadOnlyPropertyId: return false;
  case UIA_ToggleToggleStatePropertyId: return int(ToggleState_Off);
  case UIA_ExpandCollapseExpandCollapseStatePropertyId: return int(ExpandCollapseState_Expanded);
  case UIA_SelectionItemIsSelectedPropertyId: return false;
  case UIA_SelectionCanSelectMultiplePropertyId: return true;
  case UIA_SelectionIsSelectionRequiredPropertyId: return false;
  case UIA_RangeValueValuePropertyId: return 30.0;
  case UIA_RangeValueMinimumPropertyId: return 0.0;
  case UIA_RangeValueMaximumPropertyId: return 100.0;
  case UIA_RangeValueSmallChangePropertyId: return 1.0;
  case UIA_RangeValueLargeChangePropertyId: return 10.0;
  case UIA_RangeValueIsReadOnlyPropertyId: return false;
  case UIA_ScrollVerticalScrollPercentPropertyId: return 0.0;
  case UIA_ScrollHorizontalScrollPercentPropertyId: return noScroll;
  case UIA_ScrollVerticalViewSizePropertyId: return 25.0;
  case UIA_ScrollHorizontalViewSizePropertyId: return 100.0;
  case UIA_ScrollVerticallyScrollablePropertyId: return true;
  case UIA_ScrollHorizontallyScrollablePropertyId: return false;
  default: return {};
  }
}

/** The window itself is as real as ever; only what is in it is made up. */
class SyntheticWindow : public WindowNode {
public:
  using WindowNode::WindowNode;
  Nodes children() const override { return childrenOf(0); }
};

} // namespace

NodePtr syntheticNode(int number) {
  if (number < 1 || number > section().treeNodes) return nullptr;
  return std::make_shared<SyntheticNode>(number);
}

NodePtr syntheticWindow(HWND window) {
  if (!section().treeNodes || window != treeWindow()) return nullptr;
  return std::make_shared<SyntheticWindow>(window);
}

NodePtr syntheticNodeAt(HWND window, POINT point) {
  NodePtr madeUp = syntheticWindow(GetAncestor(window, GA_ROOT));
  if (!madeUp) return nullptr;
  RECT area = placeOf(treeWindow()).area;
  const int column = (point.x - area.left) / cellWidth, row = (point.y - area.top) / cellHeight;
  if (!PtInRect(&area, point) || column >= cellsInRow) return madeUp;
  NodePtr node = syntheticNode(row * cellsInRow + column + 1);
  return node ? node : madeUp;
}
