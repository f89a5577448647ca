#include "patterns.h"
#include "text-pattern.h"

namespace {

/** A pattern of an element: its properties are those of the node, its actions what the node does. */
template <class Interface> class Pattern : public ComObject<Interface> {
public:
  explicit Pattern(Element &element) : element(&element) {}

protected:
  template <class T> HRESULT current(PROPERTYID id, T *out) { return element->current(id, out); }
  template <class T> HRESULT cached(PROPERTYID id, T *out) { return element->cached(id, out); }
  template <class Work> HRESULT act(Work work) {
    return element->across([&] {
      const Node &node = *element->node;
      if (autoSetFocus && node.focusable()) node.focus();
      return afterAct(node.window(), work(node));
    });
  }
  const Ref<Element> element;
};

#define PATTERN_PROPERTY(Type, Name, id)                                                                               \
  HRESULT STDMETHODCALLTYPE get_Current##Name(Type *out) override { return this->current(id, out); }                  \
  HRESULT STDMETHODCALLTYPE get_Cached##Name(Type *out) override { return this->cached(id, out); }
#define PATTERN_ELEMENTS(Name, id)                                                                                     \
  HRESULT STDMETHODCALLTYPE GetCurrent##Name(IUIAutomationElementArray **out) override { return current(id, out); }   \
  HRESULT STDMETHODCALLTYPE GetCached##Name(IUIAutomationElementArray **out) override { return cached(id, out); }

class InvokePattern : public Pattern<IUIAutomationInvokePattern> {
public:
  using Pattern::Pattern;
  HRESULT STDMETHODCALLTYPE Invoke() override {
    return act([](const Node &node) { return node.invoke(); });
  }
};

class LegacyPattern : public Pattern<IUIAutomationLegacyIAccessiblePattern> {
public:
  using Pattern::Pattern;
  HRESULT STDMETHODCALLTYPE DoDefaultAction() override {
    return act([](const Node &node) { return node.doDefaultAction(); });
  }
  PATTERN_PROPERTY(int, ChildId, UIA_LegacyIAccessibleChildIdPropertyId)
  PATTERN_PROPERTY(BSTR, Name, UIA_LegacyIAccessibleNamePropertyId)
  PATTERN_PROPERTY(BSTR, Value, UIA_LegacyIAccessibleValuePropertyId)
  PATTERN_PROPERTY(BSTR, Description, UIA_LegacyIAccessibleDescriptionPropertyId)
  PATTERN_PROPERTY(BSTR, Help, UIA_LegacyIAccessibleHelpPropertyId)
  PATTERN_PROPERTY(BSTR, KeyboardShortcut, UIA_LegacyIAccessibleKeyboardShortcutPropertyId)
  PATTERN_PROPERTY(BSTR, DefaultAction, UIA_LegacyIAccessibleDefaultActionPropertyId)
  NOT_MADE(Select, LONG)
  NOT_MADE(SetValue, LPCWSTR)
  NOT_MADE(get_CurrentRole, DWORD *)
  NOT_MADE(get_CachedRole, DWORD *)
  NOT_MADE(get_CurrentState, DWORD *)
  NOT_MADE(get_CachedState, DWORD *)
  NOT_MADE(GetCurrentSelection, IUIAutomationElementArray **)
  NOT_MADE(GetCachedSelection, IUIAutomationElementArray **)
  NOT_MADE(GetIAccessible, IAccessible **)
};

class ValuePattern : public Pattern<IUIAutomationValuePattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(BSTR, Value, UIA_ValueValuePropertyId)
  PATTERN_PROPERTY(WINBOOL, IsReadOnly, UIA_ValueIsReadOnlyPropertyId)
  HRESULT STDMETHODCALLTYPE SetValue(BSTR value) override {
    return act([&](const Node &node) { return node.setValue(value ? value : L""); });
  }
};

class TogglePattern : public Pattern<IUIAutomationTogglePattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(ToggleState, ToggleState, UIA_ToggleToggleStatePropertyId)
  HRESULT STDMETHODCALLTYPE Toggle() override {
    return act([](const Node &node) { return node.toggle(); });
  }
};

class ExpandCollapsePattern : public Pattern<IUIAutomationExpandCollapsePattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(ExpandCollapseState, ExpandCollapseState, UIA_ExpandCollapseExpandCollapseStatePropertyId)
  HRESULT STDMETHODCALLTYPE Expand() override {
    return act([](const Node &node) { return node.expand(true); });
  }
  HRESULT STDMETHODCALLTYPE Collapse() override {
    return act([](const Node &node) { return node.expand(false); });
  }
};

class SelectionItemPattern : public Pattern<IUIAutomationSelectionItemPattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(WINBOOL, IsSelected, UIA_SelectionItemIsSelectedPropertyId)
  PATTERN_PROPERTY(IUIAutomationElement *, SelectionContainer, UIA_SelectionItemSelectionContainerPropertyId)
  HRESULT STDMETHODCALLTYPE Select() override { return select(Selecting::only); }
  HRESULT STDMETHODCALLTYPE AddToSelection() override { return select(Selecting::add); }
  HRESULT STDMETHODCALLTYPE RemoveFromSelection() override { return select(Selecting::remove); }

private:
  HRESULT select(Selecting how) {
    return act([&](const Node &node) { return node.select(how); });
  }
};

class SelectionPattern : public Pattern<IUIAutomationSelectionPattern> {
public:
  using Pattern::Pattern;
  PATTERN_ELEMENTS(Selection, UIA_SelectionSelectionPropertyId)
  PATTERN_PROPERTY(WINBOOL, CanSelectMultiple, UIA_SelectionCanSelectMultiplePropertyId)
  PATTERN_PROPERTY(WINBOOL, IsSelectionRequired, UIA_SelectionIsSelectionRequiredPropertyId)
};

class ScrollPattern : public Pattern<IUIAutomationScrollPattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(double, HorizontalScrollPercent, UIA_ScrollHorizontalScrollPercentPropertyId)
  PATTERN_PROPERTY(double, VerticalScrollPercent, UIA_ScrollVerticalScrollPercentPropertyId)
  PATTERN_PROPERTY(double, HorizontalViewSize, UIA_ScrollHorizontalViewSizePropertyId)
  PATTERN_PROPERTY(double, VerticalViewSize, UIA_ScrollVerticalViewSizePropertyId)
  PATTERN_PROPERTY(WINBOOL, HorizontallyScrollable, UIA_ScrollHorizontallyScrollablePropertyId)
  PATTERN_PROPERTY(WINBOOL, VerticallyScrollable, UIA_ScrollVerticallyScrollablePropertyId)
  NOT_MADE(Scroll, ScrollAmount, ScrollAmount)
  HRESULT STDMETHODCALLTYPE SetScrollPercent(double horizontal, double vertical) override {
    return act([&](const Node &node) { return node.scrollTo(horizontal, vertical); });
  }
};

class ScrollItemPattern : public Pattern<IUIAutomationScrollItemPattern> {
public:
  using Pattern::Pattern;
  HRESULT STDMETHODCALLTYPE ScrollIntoView() override {
    return act([](const Node &node) { return node.scrollIntoView(); });
  }
};

class RangeValuePattern : public Pattern<IUIAutomationRangeValuePattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(double, Value, UIA_RangeValueValuePropertyId)
  PATTERN_PROPERTY(WINBOOL, IsReadOnly, UIA_RangeValueIsReadOnlyPropertyId)
  PATTERN_PROPERTY(double, Maximum, UIA_RangeValueMaximumPropertyId)
  PATTERN_PROPERTY(double, Minimum, UIA_RangeValueMinimumPropertyId)
  PATTERN_PROPERTY(double, LargeChange, UIA_RangeValueLargeChangePropertyId)
  PATTERN_PROPERTY(double, SmallChange, UIA_RangeValueSmallChangePropertyId)
  HRESULT STDMETHODCALLTYPE SetValue(double value) override {
    return act([&](const Node &node) { return node.setRange(value); });
  }
};

class GridPattern : public Pattern<IUIAutomationGridPattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(int, RowCount, UIA_GridRowCountPropertyId)
  PATTERN_PROPERTY(int, ColumnCount, UIA_GridColumnCountPropertyId)
  HRESULT STDMETHODCALLTYPE GetItem(int row, int column, IUIAutomationElement **out) override {
    return element->across(out, [&] {
      NodePtr cell = element->node->cell(row, column);
      return cell ? (*out = newElement(cell), S_OK) : E_INVALIDARG;
    });
  }
};

class ItemContainerPattern : public Pattern<IUIAutomationItemContainerPattern> {
public:
  using Pattern::Pattern;
  HRESULT STDMETHODCALLTYPE FindItemByProperty(IUIAutomationElement *, PROPERTYID id, VARIANT value,
                                               IUIAutomationElement **out) override {
    return element->across(out, [&] {
      NodePtr item = element->node->item(id, value);
      return item ? (*out = newElement(item), S_OK) : S_OK;
    });
  }
};

class VirtualizedItemPattern : public Pattern<IUIAutomationVirtualizedItemPattern> {
public:
  using Pattern::Pattern;
  HRESULT STDMETHODCALLTYPE Realize() override {
    return element->across([&] { return element->node->realize(); });
  }
};

class TablePattern : public Pattern<IUIAutomationTablePattern> {
public:
  using Pattern::Pattern;
  PATTERN_ELEMENTS(RowHeaders, UIA_TableRowHeadersPropertyId)
  PATTERN_ELEMENTS(ColumnHeaders, UIA_TableColumnHeadersPropertyId)
  PATTERN_PROPERTY(RowOrColumnMajor, RowOrColumnMajor, UIA_TableRowOrColumnMajorPropertyId)
};

class MultipleViewPattern : public Pattern<IUIAutomationMultipleViewPattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(int, CurrentView, UIA_MultipleViewCurrentViewPropertyId)
  HRESULT STDMETHODCALLTYPE GetViewName(int view, BSTR *out) override {
    return element->across(out, [&] { return store(Variant(element->node->viewName(view)), out); });
  }
  HRESULT STDMETHODCALLTYPE SetCurrentView(int view) override {
    return act([&](const Node &node) { return node.showView(view); });
  }
  HRESULT STDMETHODCALLTYPE GetCurrentSupportedViews(SAFEARRAY **out) override {
    return current(UIA_MultipleViewSupportedViewsPropertyId, out);
  }
  HRESULT STDMETHODCALLTYPE GetCachedSupportedViews(SAFEARRAY **out) override {
    return cached(UIA_MultipleViewSupportedViewsPropertyId, out);
  }
};

class DockPattern : public Pattern<IUIAutomationDockPattern> {
public:
  using Pattern::Pattern;
  PATTERN_PROPERTY(DockPosition, DockPosition, UIA_DockDockPositionPropertyId)
  HRESULT STDMETHODCALLTYPE SetDockPosition(DockPosition position) override {
    return act([&](const Node &node) { return node.dock(position); });
  }
};

/** Of one interface or the one that extends it. */
template <class Interface> class TransformPatternOf : public Pattern<Interface> {
public:
  using Pattern<Interface>::Pattern;
  PATTERN_PROPERTY(WINBOOL, CanMove, UIA_TransformCanMovePropertyId)
  PATTERN_PROPERTY(WINBOOL, CanResize, UIA_TransformCanResizePropertyId)
  PATTERN_PROPERTY(WINBOOL, CanRotate, UIA_TransformCanRotatePropertyId)
  HRESULT STDMETHODCALLTYPE Move(double x, double y) override {
    return this->act([&](const Node &node) { return node.moveTo(x, y); });
  }
  HRESULT STDMETHODCALLTYPE Resize(double width, double height) override {
    return this->act([&](const Node &node) { return node.resize(width, height); });
  }
  NOT_MADE(Rotate, double)
};

using TransformPattern = TransformPatternOf<IUIAutomationTransformPattern>;

class TransformPattern2 : public TransformPatternOf<IUIAutomationTransformPattern2> {
public:
  using TransformPatternOf::TransformPatternOf;
  PATTERN_PROPERTY(WINBOOL, CanZoom, UIA_Transform2CanZoomPropertyId)
  PATTERN_PROPERTY(double, ZoomLevel, UIA_Transform2ZoomLevelPropertyId)
  PATTERN_PROPERTY(double, ZoomMinimum, UIA_Transform2ZoomMinimumPropertyId)
  PATTERN_PROPERTY(double, ZoomMaximum, UIA_Transform2ZoomMaximumPropertyId)
  HRESULT STDMETHODCALLTYPE Zoom(double percent) override {
    return act([&](const Node &node) { return node.zoom(percent); });
  }
  NOT_MADE(ZoomByUnit, ZoomUnit)
};

IUnknown *made(Element &element, PATTERNID pattern) {
  switch (pattern) {
  case UIA_InvokePatternId: return new InvokePattern(element);
  case UIA_LegacyIAccessiblePatternId: return new LegacyPattern(element);
  case UIA_ValuePatternId: return new ValuePattern(element);
  case UIA_TogglePatternId: return new TogglePattern(element);
  case UIA_ExpandCollapsePatternId: return new ExpandCollapsePattern(element);
  case UIA_SelectionItemPatternId: return new SelectionItemPattern(element);
  case UIA_SelectionPatternId: return new SelectionPattern(element);
  case UIA_ScrollPatternId: return new ScrollPattern(element);
  case UIA_ScrollItemPatternId: return new ScrollItemPattern(element);
  case UIA_RangeValuePatternId: return new RangeValuePattern(element);
  case UIA_ItemContainerPatternId: return new ItemContainerPattern(element);
  case UIA_VirtualizedItemPatternId: return new VirtualizedItemPattern(element);
  case UIA_GridPatternId: return new GridPattern(element);
  case UIA_TablePatternId: return new TablePattern(element);
  case UIA_MultipleViewPatternId: return new MultipleViewPattern(element);
  case UIA_DockPatternId: return new DockPattern(element);
  case UIA_TransformPatternId: return new TransformPattern(element);
  case UIA_TransformPattern2Id: return new TransformPattern2(element);
  case UIA_TextPatternId: return newTextPattern(element);
  default: return nullptr;
  }
}

} // namespace

HRESULT newPattern(Element &element, PATTERNID pattern, REFIID id, void **out) {
  IUnknown *object = made(element, pattern);
  if (!object) return S_OK;
  HRESULT result = object->QueryInterface(id, out);
  object->Release();
  return result;
}
