#pragma once
#include "com-object.h"
#include <vector>

/** What a client wants to be fetched along. */
class CacheRequest : public ComObject<IUIAutomationCacheRequest> {
public:
  CacheRequest();

  std::vector<PROPERTYID> properties;
  std::vector<PATTERNID> patterns;
  int scope = TreeScope_Element;
  AutomationElementMode mode = AutomationElementMode_Full;
  Ref<IUIAutomationCondition> filter; // the control view, until another is put

  HRESULT STDMETHODCALLTYPE AddProperty(PROPERTYID property) override;
  HRESULT STDMETHODCALLTYPE AddPattern(PATTERNID pattern) override;
  HRESULT STDMETHODCALLTYPE Clone(IUIAutomationCacheRequest **copy) override;
  HRESULT STDMETHODCALLTYPE get_TreeScope(TreeScope *out) override;
  HRESULT STDMETHODCALLTYPE put_TreeScope(TreeScope wanted) override;
  HRESULT STDMETHODCALLTYPE get_TreeFilter(IUIAutomationCondition **out) override;
  HRESULT STDMETHODCALLTYPE put_TreeFilter(IUIAutomationCondition *wanted) override;
  HRESULT STDMETHODCALLTYPE get_AutomationElementMode(AutomationElementMode *out) override;
  HRESULT STDMETHODCALLTYPE put_AutomationElementMode(AutomationElementMode wanted) override;
};

/** A client only ever passes a request that this server made. */
inline const CacheRequest *requestOf(IUIAutomationCacheRequest *request) {
  return static_cast<CacheRequest *>(request);
}
