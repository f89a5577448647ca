#include "condition.h"
#include "pattern-properties.h"

namespace {

/** Asked for by its own id, which only conditions of this server know. */
struct Matcher {
  virtual bool matches(const Node &node) const = 0;
};
constexpr GUID matcherId = {0x6b6a3c2e, 0x2f0f, 0x4c53, {0x9d, 0x4e, 0x3f, 0x1f, 0x7a, 0x4f, 0x6d, 0x01}};

template <class Interface> class Condition : public ComObject<Interface, IUIAutomationCondition>, public Matcher {
  using Base = ComObject<Interface, IUIAutomationCondition>;

public:
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {
    if (id != matcherId) return Base::QueryInterface(id, object);
    *object = static_cast<Matcher *>(this);
    this->AddRef();
    return S_OK;
  }
};

class BoolCondition : public Condition<IUIAutomationBoolCondition> {
public:
  explicit BoolCondition(bool value) : value(value) {}
  bool matches(const Node &) const override { return value; }
  HRESULT STDMETHODCALLTYPE get_BooleanValue(WINBOOL *out) override { return *out = value, S_OK; }

private:
  const bool value;
};

class PropertyCondition : public Condition<IUIAutomationPropertyCondition> {
public:
  PropertyCondition(PROPERTYID property, const VARIANT &value, int flags) : id(property), value(value), flags(flags) {}
  bool matches(const Node &node) const override {
    const Variant actual = node.property(id);
    return sameValue(actual.empty() ? defaultOf(id) : actual, value, flags);
  }
  HRESULT STDMETHODCALLTYPE get_PropertyId(PROPERTYID *out) override { return *out = id, S_OK; }
  HRESULT STDMETHODCALLTYPE get_PropertyValue(VARIANT *out) override { return store(value, out); }
  HRESULT STDMETHODCALLTYPE get_PropertyConditionFlags(PropertyConditionFlags *out) override {
    return *out = static_cast<PropertyConditionFlags>(flags), S_OK;
  }

private:
  const PROPERTYID id;
  const Variant value;
  const int flags;
};

class NotCondition : public Condition<IUIAutomationNotCondition> {
public:
  explicit NotCondition(IUIAutomationCondition *child) : child(child) {}
  bool matches(const Node &node) const override { return !::matches(child.get(), node); }
  HRESULT STDMETHODCALLTYPE GetChild(IUIAutomationCondition **out) override {
    child->AddRef();
    return *out = child.get(), S_OK;
  }

private:
  const Ref<IUIAutomationCondition> child;
};

/** Holds if all of its children do (`wanted`), or not all of them do not. */
template <class Interface, bool wanted> class JoinedCondition : public Condition<Interface> {
public:
  explicit JoinedCondition(std::vector<Ref<IUIAutomationCondition>> children) : children(std::move(children)) {}
  bool matches(const Node &node) const override {
    for (const auto &child : children)
      if (::matches(child.get(), node) != wanted) return !wanted;
    return wanted;
  }
  HRESULT STDMETHODCALLTYPE get_ChildCount(int *out) override { return *out = static_cast<int>(children.size()), S_OK; }
  HRESULT STDMETHODCALLTYPE GetChildrenAsNativeArray(IUIAutomationCondition ***out, int *count) override {
    *count = static_cast<int>(children.size());
    *out = static_cast<IUIAutomationCondition **>(CoTaskMemAlloc(children.size() * sizeof **out));
    for (size_t index = 0; index < children.size(); ++index) {
      (*out)[index] = children[index].get();
      children[index]->AddRef();
    }
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetChildren(SAFEARRAY **out) override {
    *out = SafeArrayCreateVector(VT_UNKNOWN, 0, static_cast<ULONG>(children.size()));
    for (LONG index = 0; index < static_cast<LONG>(children.size()); ++index)
      SafeArrayPutElement(*out, &index, children[index].get());
    return S_OK;
  }

private:
  const std::vector<Ref<IUIAutomationCondition>> children;
};

} // namespace

bool matches(IUIAutomationCondition *condition, const Node &node) {
  void *matcher = nullptr;
  if (FAILED(condition->QueryInterface(matcherId, &matcher))) throw Failure{E_INVALIDARG};
  bool result = static_cast<Matcher *>(matcher)->matches(node);
  condition->Release();
  return result;
}

IUIAutomationCondition *newBoolCondition(bool value) { return new BoolCondition(value); }
IUIAutomationCondition *newPropertyCondition(PROPERTYID property, const VARIANT &value, int flags) {
  return new PropertyCondition(property, value, flags);
}
IUIAutomationCondition *newNotCondition(IUIAutomationCondition *condition) { return new NotCondition(condition); }
IUIAutomationCondition *newAndCondition(std::vector<Ref<IUIAutomationCondition>> conditions) {
  return new JoinedCondition<IUIAutomationAndCondition, true>(std::move(conditions));
}
IUIAutomationCondition *newOrCondition(std::vector<Ref<IUIAutomationCondition>> conditions) {
  return new JoinedCondition<IUIAutomationOrCondition, false>(std::move(conditions));
}
IUIAutomationCondition *newViewCondition(PROPERTYID property) { return newPropertyCondition(property, Variant(true)); }
