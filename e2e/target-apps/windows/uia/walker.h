#pragma once
#include "com-object.h"

/** A walker over the elements that meet a condition; the caller owns it. */
IUIAutomationTreeWalker *newWalker(IUIAutomationCondition *view);
