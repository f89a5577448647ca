#pragma once
#include "variant.h"

/** The pattern whose availability a property tells, e.g. UIA_IsInvokePatternAvailablePropertyId; 0 for all others. */
PATTERNID patternTold(PROPERTYID availability);

/** The pattern that a property belongs to; 0 for those of elements. */
PATTERNID patternOf(PROPERTYID property);

/** What Windows answers for the property of an element that does not have it; empty where it has no default. */
Variant defaultOf(PROPERTYID property);
