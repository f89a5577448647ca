#include "view.h"
#include "condition.h"
#include <algorithm>

Nodes childrenIn(IUIAutomationCondition *view, const Node &node) {
  Nodes shown;
  for (NodePtr &child : node.children()) {
    if (matches(view, *child)) {
      shown.push_back(std::move(child));
      continue;
    }
    Nodes below = childrenIn(view, *child);
    shown.insert(shown.end(), below.begin(), below.end());
  }
  return shown;
}

NodePtr normalisedIn(IUIAutomationCondition *view, const Node &node) {
  NodePtr at = node.shared_from_this();
  while (at && !matches(view, *at)) at = at->parent();
  return at;
}

NodePtr parentIn(IUIAutomationCondition *view, const Node &node) {
  NodePtr parent = node.parent();
  return parent ? normalisedIn(view, *parent) : nullptr;
}

Nodes findIn(IUIAutomationCondition *view, const Node &node, int scope, IUIAutomationCondition *wanted, size_t most) {
  Nodes found;
  const auto full = [&] { return most && found.size() >= most; };
  const auto look = [&](const NodePtr &at) {
    searchNode();
    if (matches(wanted, *at)) found.push_back(at);
  };
  if (scope & TreeScope_Element) look(node.shared_from_this());
  if (!(scope & (TreeScope_Children | TreeScope_Descendants))) return found;
  if (node.hidesBelow() && (scope & TreeScope_Descendants)) return found;
  Nodes open = childrenIn(view, node);
  std::reverse(open.begin(), open.end());
  while (!open.empty() && !full()) {
    NodePtr at = std::move(open.back());
    open.pop_back();
    look(at);
    if (!(scope & TreeScope_Descendants) || at->hidesBelow()) continue;
    Nodes below = childrenIn(view, *at);
    open.insert(open.end(), below.rbegin(), below.rend());
  }
  return found;
}
