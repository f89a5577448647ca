#pragma once
#include "node.h"

// The tree as a condition shows it: nodes that do not meet it are left out, their children move up in their place.
Nodes childrenIn(IUIAutomationCondition *view, const Node &node);
NodePtr parentIn(IUIAutomationCondition *view, const Node &node);

/** The nearest of a node and its ancestors that is in the view. */
NodePtr normalisedIn(IUIAutomationCondition *view, const Node &node);

/** The nodes in a scope (TreeScope) of a node that meet a condition, in the order of the tree. `most`: 0 for all. */
Nodes findIn(IUIAutomationCondition *view, const Node &node, int scope, IUIAutomationCondition *wanted, size_t most);
