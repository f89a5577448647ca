#pragma once
#include "com-object.h"
#include <vector>

/** What a client wants to be fetched along. */
class CacheRequest : public ComObject<IUIAutomationCacheRequest> {
public:
  CacheRequest();

  std::vector<PROPERTYID> properties;
  int scope = TreeScope_Element;
  Ref<IUIAutomationCondition> filter; // the control view, until another is put

  HRESULT STDMETHODCALLTYPE AddProperty(PROPERTYID property) override;
  HRESULT STDMETHODCALLTYPE put_TreeScope(TreeScope wanted) override;
  HRESULT STDMETHODCALLTYPE put_TreeFilter(IUIAutomationCondition *wanted) override;

  NOT_MADE(AddPattern, PATTERNID)
  NOT_MADE(Clone, IUIAutomationCacheRequest **)
  NOT_MADE(get_TreeScope, TreeScope *)
  NOT_MADE(get_TreeFilter, IUIAutomationCondition **)
  NOT_MADE(get_AutomationElementMode, AutomationElementMode *)
  NOT_MADE(put_AutomationElementMode, AutomationElementMode)
};

/** A client only ever passes a request that this server made. */
inline const CacheRequest *requestOf(IUIAutomationCacheRequest *request) {
  return static_cast<CacheRequest *>(request);
}
