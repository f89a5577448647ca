#pragma once
#include "com-object.h"
#include "node.h"

/** Whether a node meets a condition that a client made. */
bool matches(IUIAutomationCondition *condition, const Node &node);

// Each is a new object that the caller owns.
IUIAutomationCondition *newBoolCondition(bool value);
IUIAutomationCondition *newPropertyCondition(PROPERTYID property, const VARIANT &value, int flags = 0);
IUIAutomationCondition *newNotCondition(IUIAutomationCondition *condition);
IUIAutomationCondition *newAndCondition(std::vector<Ref<IUIAutomationCondition>> conditions);
IUIAutomationCondition *newOrCondition(std::vector<Ref<IUIAutomationCondition>> conditions);

/** The elements of a view of the tree: UIA_IsControlElementPropertyId or UIA_IsContentElementPropertyId is true. */
IUIAutomationCondition *newViewCondition(PROPERTYID property);
