#include "cache-request.h"
#include "condition.h"
#include <algorithm>

CacheRequest::CacheRequest() { filter.adopt(newViewCondition(UIA_IsControlElementPropertyId)); }

HRESULT CacheRequest::AddProperty(PROPERTYID property) {
  if (property < UIA_RuntimeIdPropertyId || property > UIA_IsDialogPropertyId) return E_INVALIDARG;
  if (std::find(properties.begin(), properties.end(), property) == properties.end()) properties.push_back(property);
  return S_OK;
}

/** Upwards nothing can be cached: https://learn.microsoft.com/windows/win32/api/uiautomationclient/ne-uiautomationclient-treescope */
HRESULT CacheRequest::put_TreeScope(TreeScope wanted) {
  if (!(wanted & TreeScope_Subtree) || (wanted & ~TreeScope_Subtree)) return E_INVALIDARG;
  return scope = wanted, S_OK;
}

HRESULT CacheRequest::put_TreeFilter(IUIAutomationCondition *wanted) {
  if (!wanted) return E_POINTER;
  return filter = Ref(wanted), S_OK;
}
