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
  NOT_MADE(get_BooleanValue, WINBOOL *)

private:
  const bool value;
};

class PropertyCondition : public Condition<IUIAutomationPropertyCondition> {
public:
  PropertyCondition(PROPERTYID property, const VARIANT &value) : id(property), value(value) {}
  bool matches(const Node &node) const override {
    const Variant actual = node.property(id);
    return sameValue(actual.empty() ? defaultOf(id) : actual, value);
  }
  NOT_MADE(get_PropertyId, PROPERTYID *)
  NOT_MADE(get_PropertyValue, VARIANT *)
  NOT_MADE(get_PropertyConditionFlags, PropertyConditionFlags *)

private:
  const PROPERTYID id;
  const Variant value;
};

class AndCondition : public Condition<IUIAutomationAndCondition> {
public:
  AndCondition(IUIAutomationCondition *one, IUIAutomationCondition *other) : one(one), other(other) {}
  bool matches(const Node &node) const override { return ::matches(one.get(), node) && ::matches(other.get(), node); }
  NOT_MADE(get_ChildCount, int *)
  NOT_MADE(GetChildrenAsNativeArray, IUIAutomationCondition ***, int *)
  NOT_MADE(GetChildren, SAFEARRAY **)

private:
  const Ref<IUIAutomationCondition> one, other;
};

class NotCondition : public Condition<IUIAutomationNotCondition> {
public:
  explicit NotCondition(IUIAutomationCondition *other) : other(other) {}
  bool matches(const Node &node) const override { return !::matches(other.get(), node); }
  NOT_MADE(GetChild, IUIAutomationCondition **)

private:
  const Ref<IUIAutomationCondition> other;
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
IUIAutomationCondition *newPropertyCondition(PROPERTYID property, const VARIANT &value) {
  return new PropertyCondition(property, value);
}
IUIAutomationCondition *newAndCondition(IUIAutomationCondition *one, IUIAutomationCondition *other) {
  return new AndCondition(one, other);
}
IUIAutomationCondition *newNotCondition(IUIAutomationCondition *other) { return new NotCondition(other); }
IUIAutomationCondition *newViewCondition(PROPERTYID property) { return newPropertyCondition(property, Variant(true)); }
