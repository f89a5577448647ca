#include "cache-request.h"
#include "condition.h"
#include <algorithm>

template <class T> static void addOnce(std::vector<T> &list, T item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

CacheRequest::CacheRequest() { filter.adopt(newViewCondition(UIA_IsControlElementPropertyId)); }

HRESULT CacheRequest::AddProperty(PROPERTYID property) {
  if (property < UIA_RuntimeIdPropertyId || property > UIA_IsDialogPropertyId) return E_INVALIDARG;
  addOnce(properties, property);
  return S_OK;
}

HRESULT CacheRequest::AddPattern(PATTERNID pattern) {
  if (pattern < UIA_InvokePatternId || pattern > UIA_CustomNavigationPatternId) return E_INVALIDARG;
  addOnce(patterns, pattern);
  return S_OK;
}

HRESULT CacheRequest::Clone(IUIAutomationCacheRequest **copy) {
  auto *made = new CacheRequest;
  made->properties = properties, made->patterns = patterns;
  made->scope = scope, made->mode = mode, made->filter = filter;
  return *copy = made, S_OK;
}

HRESULT CacheRequest::get_TreeScope(TreeScope *out) { return *out = static_cast<TreeScope>(scope), S_OK; }

/** Upwards nothing can be cached: https://learn.microsoft.com/windows/win32/api/uiautomationclient/ne-uiautomationclient-treescope */
HRESULT CacheRequest::put_TreeScope(TreeScope wanted) {
  if (!(wanted & TreeScope_Subtree) || (wanted & ~TreeScope_Subtree)) return E_INVALIDARG;
  return scope = wanted, S_OK;
}

HRESULT CacheRequest::get_TreeFilter(IUIAutomationCondition **out) {
  filter->AddRef();
  return *out = filter.get(), S_OK;
}

HRESULT CacheRequest::put_TreeFilter(IUIAutomationCondition *wanted) {
  if (!wanted) return E_POINTER;
  return filter = Ref(wanted), S_OK;
}

HRESULT CacheRequest::get_AutomationElementMode(AutomationElementMode *out) { return *out = mode, S_OK; }
HRESULT CacheRequest::put_AutomationElementMode(AutomationElementMode wanted) { return mode = wanted, S_OK; }
