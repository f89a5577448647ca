#pragma once
#include "element.h"

/** The object of a pattern that the element's node supports; E_NOINTERFACE if `id` is not its interface. */
HRESULT newPattern(Element &element, PATTERNID pattern, REFIID id, void **out);
