#include "item-node.h"
#include <algorithm>

std::vector<int> ItemNode::runtimeId() const {
  std::vector<int> whole = {42, static_cast<int>(reinterpret_cast<INT_PTR>(control)), 4};
  whole.insert(whole.end(), id.begin(), id.end());
  return whole;
}

bool ItemNode::supports(PATTERNID pattern) const {
  return pattern == UIA_LegacyIAccessiblePatternId ||
         std::find(patterns.begin(), patterns.end(), pattern) != patterns.end();
}

RECT ItemNode::box() const {
  RECT box = boxInside();
  MapWindowPoints(control, nullptr, reinterpret_cast<POINT *>(&box), 2);
  return box;
}

bool ItemNode::offscreen() const {
  RECT area = {}, own = boxInside(), shown;
  GetClientRect(control, &area);
  return !IsWindowVisible(control) || !IntersectRect(&shown, &own, &area);
}

Nodes selectedOf(const Nodes &items) {
  Nodes selected;
  for (const NodePtr &item : items)
    if (item->property(UIA_SelectionItemIsSelectedPropertyId).boolVal) selected.push_back(item);
  return selected;
}
