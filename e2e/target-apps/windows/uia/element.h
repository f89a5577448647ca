#pragma once
#include "cache-request.h"
#include "com-object.h"
#include "node.h"
#include <memory>

class Element;

/** Siblings as a walker found them: whoever goes from one to the next need not have them all found anew each time. */
struct Siblings {
  Nodes nodes;
  ULONGLONG since; // of GetTickCount64
};

/** What was fetched of an element by a request. */
struct Cache {
  struct Entry {
    PROPERTYID property;
    Variant value;
  };
  std::vector<Entry> entries;
  bool hasChildren = false;
  std::vector<Ref<Element>> children;
};

/** A text, number, … of the element, now and as it was cached: the property has the same name. */
#define ELEMENT_PROPERTY(Type, Name)                                                                                   \
  HRESULT STDMETHODCALLTYPE get_Current##Name(Type *out) override { return current(UIA_##Name##PropertyId, out); }     \
  HRESULT STDMETHODCALLTYPE get_Cached##Name(Type *out) override { return cached(UIA_##Name##PropertyId, out); }

class Element : public ComObject<IUIAutomationElement9, IUIAutomationElement, IUIAutomationElement2,
                                 IUIAutomationElement3, IUIAutomationElement4, IUIAutomationElement5,
                                 IUIAutomationElement6, IUIAutomationElement7, IUIAutomationElement8> {
public:
  explicit Element(NodePtr node) : node(std::move(node)) {}
  ~Element() override;

  const NodePtr node;
  std::unique_ptr<Cache> cache;
  std::shared_ptr<const Siblings> siblings; // where a walker came to it from its parent or one of them

  /** A call about this element: refused if it is gone. */
  template <class Work> HRESULT across(Work work) {
    return callAcross(node->window(), [&] { return requireAlive(), work(); });
  }
  template <class Answer, class Work> HRESULT across(Answer *answer, Work work) {
    return callAcross(node->window(), answer, [&] { return requireAlive(), work(); });
  }
  template <class T> HRESULT current(PROPERTYID id, T *out) {
    return across(out, [&] { return store(node->property(id), out); });
  }
  HRESULT current(PROPERTYID id, IUIAutomationElement **out);
  HRESULT current(PROPERTYID id, IUIAutomationElementArray **out);

  template <class T> HRESULT cached(PROPERTYID id, T *out) {
    const Cache::Entry *entry = cachedEntry(id);
    return entry ? store(entry->value, out) : E_INVALIDARG;
  }
  // Elements are asked for when they are needed.
  HRESULT cached(PROPERTYID, IUIAutomationElement **) { return E_NOTIMPL; }
  HRESULT cached(PROPERTYID, IUIAutomationElementArray **) { return E_NOTIMPL; }

  ELEMENT_PROPERTY(int, ProcessId)
  ELEMENT_PROPERTY(CONTROLTYPEID, ControlType)
  ELEMENT_PROPERTY(BSTR, LocalizedControlType)
  ELEMENT_PROPERTY(BSTR, Name)
  ELEMENT_PROPERTY(BSTR, AcceleratorKey)
  ELEMENT_PROPERTY(BSTR, AccessKey)
  ELEMENT_PROPERTY(WINBOOL, HasKeyboardFocus)
  ELEMENT_PROPERTY(WINBOOL, IsKeyboardFocusable)
  ELEMENT_PROPERTY(WINBOOL, IsEnabled)
  ELEMENT_PROPERTY(BSTR, AutomationId)
  ELEMENT_PROPERTY(BSTR, ClassName)
  ELEMENT_PROPERTY(BSTR, HelpText)
  ELEMENT_PROPERTY(int, Culture)
  ELEMENT_PROPERTY(WINBOOL, IsControlElement)
  ELEMENT_PROPERTY(WINBOOL, IsContentElement)
  ELEMENT_PROPERTY(WINBOOL, IsPassword)
  ELEMENT_PROPERTY(UIA_HWND, NativeWindowHandle)
  ELEMENT_PROPERTY(BSTR, ItemType)
  ELEMENT_PROPERTY(WINBOOL, IsOffscreen)
  ELEMENT_PROPERTY(OrientationType, Orientation)
  ELEMENT_PROPERTY(BSTR, FrameworkId)
  ELEMENT_PROPERTY(WINBOOL, IsRequiredForForm)
  ELEMENT_PROPERTY(BSTR, ItemStatus)
  ELEMENT_PROPERTY(RECT, BoundingRectangle)
  ELEMENT_PROPERTY(IUIAutomationElement *, LabeledBy)
  ELEMENT_PROPERTY(BSTR, AriaRole)
  ELEMENT_PROPERTY(BSTR, AriaProperties)
  ELEMENT_PROPERTY(WINBOOL, IsDataValidForForm)
  ELEMENT_PROPERTY(IUIAutomationElementArray *, ControllerFor)
  ELEMENT_PROPERTY(IUIAutomationElementArray *, DescribedBy)
  ELEMENT_PROPERTY(IUIAutomationElementArray *, FlowsTo)
  ELEMENT_PROPERTY(BSTR, ProviderDescription)
  ELEMENT_PROPERTY(WINBOOL, OptimizeForVisualContent)
  ELEMENT_PROPERTY(LiveSetting, LiveSetting)
  ELEMENT_PROPERTY(IUIAutomationElementArray *, FlowsFrom)
  ELEMENT_PROPERTY(WINBOOL, IsPeripheral)
  ELEMENT_PROPERTY(int, PositionInSet)
  ELEMENT_PROPERTY(int, SizeOfSet)
  ELEMENT_PROPERTY(int, Level)
  ELEMENT_PROPERTY(SAFEARRAY *, AnnotationTypes)
  ELEMENT_PROPERTY(IUIAutomationElementArray *, AnnotationObjects)
  ELEMENT_PROPERTY(LANDMARKTYPEID, LandmarkType)
  ELEMENT_PROPERTY(BSTR, LocalizedLandmarkType)
  ELEMENT_PROPERTY(BSTR, FullDescription)
  ELEMENT_PROPERTY(HEADINGLEVELID, HeadingLevel)
  ELEMENT_PROPERTY(WINBOOL, IsDialog)

  /** For a property that the element does not have: the default. */
  HRESULT STDMETHODCALLTYPE GetCachedPropertyValue(PROPERTYID id, VARIANT *out) override;

  HRESULT STDMETHODCALLTYPE SetFocus() override;
  HRESULT STDMETHODCALLTYPE GetRuntimeId(SAFEARRAY **out) override;
  HRESULT STDMETHODCALLTYPE GetCurrentPatternAs(PATTERNID pattern, REFIID id, void **out) override;

  HRESULT STDMETHODCALLTYPE FindFirst(TreeScope scope, IUIAutomationCondition *condition,
                                      IUIAutomationElement **out) override;
  HRESULT STDMETHODCALLTYPE FindAll(TreeScope scope, IUIAutomationCondition *condition,
                                    IUIAutomationElementArray **out) override;
  HRESULT STDMETHODCALLTYPE FindFirstBuildCache(TreeScope scope, IUIAutomationCondition *condition,
                                                IUIAutomationCacheRequest *request,
                                                IUIAutomationElement **out) override;
  HRESULT STDMETHODCALLTYPE FindAllBuildCache(TreeScope scope, IUIAutomationCondition *condition,
                                              IUIAutomationCacheRequest *request,
                                              IUIAutomationElementArray **out) override;
  HRESULT STDMETHODCALLTYPE BuildUpdatedCache(IUIAutomationCacheRequest *request, IUIAutomationElement **out) override;
  HRESULT STDMETHODCALLTYPE GetCachedChildren(IUIAutomationElementArray **out) override;

  NOT_MADE(GetCurrentPropertyValue, PROPERTYID, VARIANT *)
  NOT_MADE(GetCurrentPropertyValueEx, PROPERTYID, WINBOOL, VARIANT *)
  NOT_MADE(GetCachedPropertyValueEx, PROPERTYID, WINBOOL, VARIANT *)
  NOT_MADE(GetClickablePoint, POINT *, WINBOOL *)
  NOT_MADE(ShowContextMenu)
  NOT_MADE(GetCurrentPattern, PATTERNID, IUnknown **)
  NOT_MADE(GetCachedPattern, PATTERNID, IUnknown **)
  NOT_MADE(GetCachedPatternAs, PATTERNID, REFIID, void **)
  NOT_MADE(GetCachedParent, IUIAutomationElement **)
  NOT_MADE(FindFirstWithOptions, TreeScope, IUIAutomationCondition *, TreeTraversalOptions, IUIAutomationElement *,
           IUIAutomationElement **)
  NOT_MADE(FindAllWithOptions, TreeScope, IUIAutomationCondition *, TreeTraversalOptions, IUIAutomationElement *,
           IUIAutomationElementArray **)
  NOT_MADE(FindFirstWithOptionsBuildCache, TreeScope, IUIAutomationCondition *, IUIAutomationCacheRequest *,
           TreeTraversalOptions, IUIAutomationElement *, IUIAutomationElement **)
  NOT_MADE(FindAllWithOptionsBuildCache, TreeScope, IUIAutomationCondition *, IUIAutomationCacheRequest *,
           TreeTraversalOptions, IUIAutomationElement *, IUIAutomationElementArray **)
  NOT_MADE(GetCurrentMetadataValue, int, METADATAID, VARIANT *)

private:
  const Cache::Entry *cachedEntry(PROPERTYID id) const;
  void requireAlive() const;
};

/** A new element for a node, with what the request wants of it and below it; without a request with nothing. */
IUIAutomationElement *newElement(const NodePtr &node, const CacheRequest *request = nullptr);
IUIAutomationElementArray *newElementArray(const Nodes &nodes, const CacheRequest *request = nullptr);

/** A client only ever passes an element that this server made. */
inline Element *elementOf(IUIAutomationElement *element) { return static_cast<Element *>(element); }
