#pragma once
#include "com-object.h"
#include <vector>

class ElementArray : public ComObject<IUIAutomationElementArray> {
public:
  explicit ElementArray(std::vector<Ref<IUIAutomationElement>> elements) : elements(std::move(elements)) {}

  HRESULT STDMETHODCALLTYPE get_Length(int *out) override { return *out = static_cast<int>(elements.size()), S_OK; }
  HRESULT STDMETHODCALLTYPE GetElement(int index, IUIAutomationElement **out) override {
    if (index < 0 || index >= static_cast<int>(elements.size())) return E_INVALIDARG;
    elements[index]->AddRef();
    return *out = elements[index].get(), S_OK;
  }

private:
  const std::vector<Ref<IUIAutomationElement>> elements;
};
