#pragma once
#include "element.h"

/**
 * The text of an element as one range, which is moved by characters. Missing, and said so by E_NOTIMPL: other units,
 * attributes, search, visible ranges, points, rectangles, children, several selections.
 */
IUIAutomationTextPattern *newTextPattern(Element &element);
