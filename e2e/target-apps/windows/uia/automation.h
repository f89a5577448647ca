#pragma once
#include "com-object.h"

/**
 * The object that CUIAutomation makes, with IUIAutomation alone, or CUIAutomation8, with IUIAutomation2 to 6 too:
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-creatingcuiautomation
 */
IUIAutomation6 *newAutomation(bool modern);
