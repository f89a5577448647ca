#pragma once
#include "com-object.h"
#include "node.h"

/** Whether a node meets a condition that a client made. */
bool matches(IUIAutomationCondition *condition, const Node &node);

// Each is a new object that the caller owns.
IUIAutomationCondition *newBoolCondition(bool value);
IUIAutomationCondition *newPropertyCondition(PROPERTYID property, const VARIANT &value);
IUIAutomationCondition *newAndCondition(IUIAutomationCondition *one, IUIAutomationCondition *other);
IUIAutomationCondition *newNotCondition(IUIAutomationCondition *other);

/** The elements of a view of the tree: UIA_IsControlElementPropertyId or UIA_IsContentElementPropertyId is true. */
IUIAutomationCondition *newViewCondition(PROPERTYID property);
