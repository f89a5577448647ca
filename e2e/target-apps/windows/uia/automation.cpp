#include "automation.h"
#include "condition.h"
#include "element.h"
#include "events.h"
#include "section.h"
#include "walker.h"

namespace {

class Automation : public ComObject<IUIAutomation6, IUIAutomation> {
public:
  explicit Automation(bool modern) : modern(modern) {}

  HRESULT STDMETHODCALLTYPE GetRootElement(IUIAutomationElement **out) override {
    return GetRootElementBuildCache(nullptr, out);
  }
  HRESULT STDMETHODCALLTYPE ElementFromHandle(UIA_HWND window, IUIAutomationElement **out) override {
    return ElementFromHandleBuildCache(window, nullptr, out);
  }
  HRESULT STDMETHODCALLTYPE GetRootElementBuildCache(IUIAutomationCacheRequest *request,
                                                     IUIAutomationElement **out) override {
    return callAcross(GetDesktopWindow(), out, [&] { return answer(desktopNode(), request, out); });
  }
  HRESULT STDMETHODCALLTYPE ElementFromHandleBuildCache(UIA_HWND handle, IUIAutomationCacheRequest *request,
                                                        IUIAutomationElement **out) override {
    HWND window = static_cast<HWND>(handle);
    return callAcross(window, out, [&] {
      if (!IsWindow(window)) return notAvailable;
      requireConnection(window);
      return answer(nodeOfWindow(window), request, out);
    });
  }
  HRESULT STDMETHODCALLTYPE ElementFromPointBuildCache(POINT point, IUIAutomationCacheRequest *request,
                                                       IUIAutomationElement **out) override {
    return callAcross(WindowFromPoint(point), out, [&] { return answer(nodeAt(point), request, out); });
  }
  HRESULT STDMETHODCALLTYPE GetFocusedElementBuildCache(IUIAutomationCacheRequest *request,
                                                        IUIAutomationElement **out) override {
    return callAcross(GetForegroundWindow(), out, [&] { return answer(focusedNode(), request, out); });
  }

  HRESULT STDMETHODCALLTYPE CreateTreeWalker(IUIAutomationCondition *view, IUIAutomationTreeWalker **out) override {
    return view ? (*out = newWalker(view), S_OK) : E_POINTER;
  }

  HRESULT STDMETHODCALLTYPE CreateCacheRequest(IUIAutomationCacheRequest **out) override {
    return *out = new CacheRequest, S_OK;
  }
  HRESULT STDMETHODCALLTYPE CreateTrueCondition(IUIAutomationCondition **out) override {
    return *out = newBoolCondition(true), S_OK;
  }
  HRESULT STDMETHODCALLTYPE CreateFalseCondition(IUIAutomationCondition **out) override {
    return *out = newBoolCondition(false), S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_ControlViewCondition(IUIAutomationCondition **out) override {
    return *out = newViewCondition(UIA_IsControlElementPropertyId), S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_ContentViewCondition(IUIAutomationCondition **out) override {
    return *out = newViewCondition(UIA_IsContentElementPropertyId), S_OK;
  }
  HRESULT STDMETHODCALLTYPE CreatePropertyCondition(PROPERTYID id, VARIANT value,
                                                    IUIAutomationCondition **out) override {
    return *out = newPropertyCondition(id, value), S_OK;
  }
  HRESULT STDMETHODCALLTYPE CreateAndCondition(IUIAutomationCondition *one, IUIAutomationCondition *other,
                                               IUIAutomationCondition **out) override {
    return one && other ? (*out = newAndCondition(one, other), S_OK) : E_POINTER;
  }
  HRESULT STDMETHODCALLTYPE CreateNotCondition(IUIAutomationCondition *other, IUIAutomationCondition **out) override {
    return other ? (*out = newNotCondition(other), S_OK) : E_POINTER;
  }

  HRESULT STDMETHODCALLTYPE AddAutomationEventHandler(EVENTID event, IUIAutomationElement *element, TreeScope scope,
                                                      IUIAutomationCacheRequest *request,
                                                      IUIAutomationEventHandler *handler) override {
    return hear(Subscription::automation, element, scope, request, handler, event);
  }
  HRESULT STDMETHODCALLTYPE RemoveAutomationEventHandler(EVENTID, IUIAutomationElement *,
                                                         IUIAutomationEventHandler *handler) override {
    return stopHearing(Subscription::automation, handler);
  }
  HRESULT STDMETHODCALLTYPE AddPropertyChangedEventHandler(IUIAutomationElement *element, TreeScope scope,
                                                           IUIAutomationCacheRequest *request,
                                                           IUIAutomationPropertyChangedEventHandler *handler,
                                                           SAFEARRAY *properties) override {
    return hear(Subscription::property, element, scope, request, handler, 0, numbersOf(properties));
  }
  HRESULT STDMETHODCALLTYPE RemovePropertyChangedEventHandler(
      IUIAutomationElement *, IUIAutomationPropertyChangedEventHandler *handler) override {
    return stopHearing(Subscription::property, handler);
  }
  HRESULT STDMETHODCALLTYPE AddStructureChangedEventHandler(IUIAutomationElement *element, TreeScope scope,
                                                            IUIAutomationCacheRequest *request,
                                                            IUIAutomationStructureChangedEventHandler *handler) override {
    return hear(Subscription::structure, element, scope, request, handler);
  }
  HRESULT STDMETHODCALLTYPE RemoveStructureChangedEventHandler(
      IUIAutomationElement *, IUIAutomationStructureChangedEventHandler *handler) override {
    return stopHearing(Subscription::structure, handler);
  }
  HRESULT STDMETHODCALLTYPE AddFocusChangedEventHandler(IUIAutomationCacheRequest *request,
                                                        IUIAutomationFocusChangedEventHandler *handler) override {
    if (!handler) return E_POINTER;
    return subscribe({Subscription::focus, 0, {}, nullptr, TreeScope_Subtree, held(request), Ref<IUnknown>(handler)});
  }
  HRESULT STDMETHODCALLTYPE RemoveFocusChangedEventHandler(IUIAutomationFocusChangedEventHandler *handler) override {
    return stopHearing(Subscription::focus, handler);
  }

  HRESULT STDMETHODCALLTYPE put_AutoSetFocus(WINBOOL wanted) override { return autoSetFocus = wanted, S_OK; }
  HRESULT STDMETHODCALLTYPE put_CoalesceEvents(CoalesceEventsOptions wanted) override {
    return section().coalesces = wanted, S_OK;
  }
  HRESULT STDMETHODCALLTYPE put_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions wanted) override {
    return section().recovers = wanted, S_OK;
  }
  HRESULT STDMETHODCALLTYPE put_ConnectionTimeout(DWORD wanted) override { return timeOuts.connection = wanted, S_OK; }
  HRESULT STDMETHODCALLTYPE put_TransactionTimeout(DWORD wanted) override { return timeOuts.transaction = wanted, S_OK; }

  NOT_MADE(CompareElements, IUIAutomationElement *, IUIAutomationElement *, WINBOOL *)
  NOT_MADE(CompareRuntimeIds, SAFEARRAY *, SAFEARRAY *, WINBOOL *)
  NOT_MADE(ElementFromPoint, POINT, IUIAutomationElement **)
  NOT_MADE(GetFocusedElement, IUIAutomationElement **)
  NOT_MADE(get_RawViewWalker, IUIAutomationTreeWalker **)
  NOT_MADE(get_ControlViewWalker, IUIAutomationTreeWalker **)
  NOT_MADE(get_ContentViewWalker, IUIAutomationTreeWalker **)
  NOT_MADE(get_RawViewCondition, IUIAutomationCondition **)
  NOT_MADE(CreatePropertyConditionEx, PROPERTYID, VARIANT, PropertyConditionFlags, IUIAutomationCondition **)
  NOT_MADE(CreateAndConditionFromArray, SAFEARRAY *, IUIAutomationCondition **)
  NOT_MADE(CreateAndConditionFromNativeArray, IUIAutomationCondition **, int, IUIAutomationCondition **)
  NOT_MADE(CreateOrCondition, IUIAutomationCondition *, IUIAutomationCondition *, IUIAutomationCondition **)
  NOT_MADE(CreateOrConditionFromArray, SAFEARRAY *, IUIAutomationCondition **)
  NOT_MADE(CreateOrConditionFromNativeArray, IUIAutomationCondition **, int, IUIAutomationCondition **)
  NOT_MADE(AddPropertyChangedEventHandlerNativeArray, IUIAutomationElement *, TreeScope, IUIAutomationCacheRequest *,
           IUIAutomationPropertyChangedEventHandler *, PROPERTYID *, int)
  NOT_MADE(RemoveAllEventHandlers)
  NOT_MADE(IntNativeArrayToSafeArray, int *, int, SAFEARRAY **)
  NOT_MADE(get_ReservedNotSupportedValue, IUnknown **)
  NOT_MADE(CheckNotSupported, VARIANT, WINBOOL *)
  NOT_MADE(get_AutoSetFocus, WINBOOL *)
  NOT_MADE(get_ConnectionTimeout, DWORD *)
  NOT_MADE(get_TransactionTimeout, DWORD *)
  NOT_MADE(IntSafeArrayToNativeArray, SAFEARRAY *, int **, int *)
  NOT_MADE(RectToVariant, RECT, VARIANT *)
  NOT_MADE(VariantToRect, VARIANT, RECT *)
  NOT_MADE(SafeArrayToRectNativeArray, SAFEARRAY *, RECT **, int *)
  NOT_MADE(CreateProxyFactoryEntry, IUIAutomationProxyFactory *, IUIAutomationProxyFactoryEntry **)
  NOT_MADE(get_ProxyFactoryMapping, IUIAutomationProxyFactoryMapping **)
  NOT_MADE(GetPropertyProgrammaticName, PROPERTYID, BSTR *)
  NOT_MADE(GetPatternProgrammaticName, PATTERNID, BSTR *)
  NOT_MADE(PollForPotentialSupportedPatterns, IUIAutomationElement *, SAFEARRAY **, SAFEARRAY **)
  NOT_MADE(PollForPotentialSupportedProperties, IUIAutomationElement *, SAFEARRAY **, SAFEARRAY **)
  NOT_MADE(get_ReservedMixedAttributeValue, IUnknown **)
  NOT_MADE(ElementFromIAccessible, IAccessible *, int, IUIAutomationElement **)
  NOT_MADE(ElementFromIAccessibleBuildCache, IAccessible *, int, IUIAutomationCacheRequest *, IUIAutomationElement **)
  NOT_MADE(AddTextEditTextChangedEventHandler, IUIAutomationElement *, TreeScope, TextEditChangeType,
           IUIAutomationCacheRequest *, IUIAutomationTextEditTextChangedEventHandler *)
  NOT_MADE(RemoveTextEditTextChangedEventHandler, IUIAutomationElement *, IUIAutomationTextEditTextChangedEventHandler *)
  NOT_MADE(AddChangesEventHandler, IUIAutomationElement *, TreeScope, int *, int, IUIAutomationCacheRequest *,
           IUIAutomationChangesEventHandler *)
  NOT_MADE(RemoveChangesEventHandler, IUIAutomationElement *, IUIAutomationChangesEventHandler *)
  NOT_MADE(AddNotificationEventHandler, IUIAutomationElement *, TreeScope, IUIAutomationCacheRequest *,
           IUIAutomationNotificationEventHandler *)
  NOT_MADE(RemoveNotificationEventHandler, IUIAutomationElement *, IUIAutomationNotificationEventHandler *)
  NOT_MADE(CreateEventHandlerGroup, IUIAutomationEventHandlerGroup **)
  NOT_MADE(AddEventHandlerGroup, IUIAutomationElement *, IUIAutomationEventHandlerGroup *)
  NOT_MADE(RemoveEventHandlerGroup, IUIAutomationElement *, IUIAutomationEventHandlerGroup *)
  NOT_MADE(get_ConnectionRecoveryBehavior, ConnectionRecoveryBehaviorOptions *)
  NOT_MADE(get_CoalesceEvents, CoalesceEventsOptions *)
  NOT_MADE(AddActiveTextPositionChangedEventHandler, IUIAutomationElement *, TreeScope, IUIAutomationCacheRequest *,
           IUIAutomationActiveTextPositionChangedEventHandler *)
  NOT_MADE(RemoveActiveTextPositionChangedEventHandler, IUIAutomationElement *,
           IUIAutomationActiveTextPositionChangedEventHandler *)

protected:
  bool answersTo(REFIID id) const override {
    if (id == __uuidof(IUnknown) || id == __uuidof(IUIAutomation)) return true;
    return modern && (id == __uuidof(IUIAutomation2) || id == __uuidof(IUIAutomation3) ||
                      id == __uuidof(IUIAutomation4) || id == __uuidof(IUIAutomation5) || id == __uuidof(IUIAutomation6));
  }

private:
  static HRESULT answer(const NodePtr &node, IUIAutomationCacheRequest *request, IUIAutomationElement **out) {
    return *out = newElement(node, requestOf(request)), S_OK;
  }
  static Ref<CacheRequest> held(IUIAutomationCacheRequest *request) {
    return Ref<CacheRequest>(static_cast<CacheRequest *>(request));
  }
  static HRESULT hear(Subscription::Kind kind, IUIAutomationElement *element, TreeScope scope,
                      IUIAutomationCacheRequest *request, IUnknown *handler, EVENTID event = 0,
                      std::vector<PROPERTYID> properties = {}) {
    if (!element || !handler) return E_POINTER;
    const NodePtr &node = elementOf(element)->node;
    return subscribe({kind, event, std::move(properties), node, scope, held(request), Ref<IUnknown>(handler)});
  }
  static HRESULT stopHearing(Subscription::Kind kind, IUnknown *handler) {
    return handler ? unsubscribe(kind, handler) : E_POINTER;
  }
  /** A provider that does not even answer that it is there. */
  static void requireConnection(HWND window) {
    DWORD_PTR answer = 0;
    if (!SendMessageTimeoutW(window, WM_NULL, 0, 0, SMTO_NORMAL, timeOuts.connection, &answer)) throw Failure{timedOut};
  }

  const bool modern;
};

} // namespace

IUIAutomation6 *newAutomation(bool modern) { return new Automation(modern); }
