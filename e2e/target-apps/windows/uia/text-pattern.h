#pragma once
#include "element.h"

/**
 * The text of an element as one range without attributes. Missing, and said so by E_NOTIMPL: attributes, visible
 * ranges, points, rectangles, children, several selections.
 */
IUIAutomationTextPattern *newTextPattern(Element &element);
