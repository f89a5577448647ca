#include "text-pattern.h"
#include <algorithm>

namespace {

class TextRange : public ComObject<IUIAutomationTextRange> {
public:
  TextRange(Element &element, int from, int to) : element(&element), from(from), to(to) {}

  HRESULT STDMETHODCALLTYPE Clone(IUIAutomationTextRange **out) override {
    return *out = new TextRange(*element.get(), from, to), S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetText(int most, BSTR *out) override {
    return element->across(out, [&] {
      std::wstring part = text().substr(from, to - from);
      if (most >= 0 && part.size() > static_cast<size_t>(most)) part.resize(most);
      return *out = SysAllocStringLen(part.c_str(), static_cast<UINT>(part.size())), S_OK;
    });
  }
  HRESULT STDMETHODCALLTYPE MoveEndpointByUnit(TextPatternRangeEndpoint which, TextUnit unit, int count,
                                               int *moved) override {
    if (unit != TextUnit_Character) return E_NOTIMPL;
    return element->across(moved, [&] {
      const int last = static_cast<int>(text().size()), to = std::clamp(end(which) + count, 0, last);
      *moved = to - end(which);
      return putEnd(which, to), S_OK;
    });
  }
  HRESULT STDMETHODCALLTYPE MoveEndpointByRange(TextPatternRangeEndpoint own, IUIAutomationTextRange *other,
                                                TextPatternRangeEndpoint its) override {
    return putEnd(own, static_cast<TextRange *>(other)->end(its)), S_OK;
  }
  HRESULT STDMETHODCALLTYPE Select() override {
    return element->across([&] { return element->node->setTextSelection(from, to); });
  }
  NOT_MADE(Compare, IUIAutomationTextRange *, WINBOOL *)
  NOT_MADE(CompareEndpoints, TextPatternRangeEndpoint, IUIAutomationTextRange *, TextPatternRangeEndpoint, int *)
  NOT_MADE(ExpandToEnclosingUnit, TextUnit)
  NOT_MADE(Move, TextUnit, int, int *)
  NOT_MADE(FindText, BSTR, WINBOOL, WINBOOL, IUIAutomationTextRange **)
  NOT_MADE(GetEnclosingElement, IUIAutomationElement **)
  NOT_MADE(FindAttribute, TEXTATTRIBUTEID, VARIANT, WINBOOL, IUIAutomationTextRange **)
  NOT_MADE(GetAttributeValue, TEXTATTRIBUTEID, VARIANT *)
  NOT_MADE(GetBoundingRectangles, SAFEARRAY **)
  NOT_MADE(AddToSelection)
  NOT_MADE(RemoveFromSelection)
  NOT_MADE(ScrollIntoView, WINBOOL)
  NOT_MADE(GetChildren, IUIAutomationElementArray **)

private:
  /** The text may have become shorter than the range remembers. */
  std::wstring text() {
    std::wstring now = element->node->text();
    to = std::min(to, static_cast<int>(now.size()));
    from = std::min(from, to);
    return now;
  }
  int end(TextPatternRangeEndpoint which) const { return which == TextPatternRangeEndpoint_Start ? from : to; }
  /** One end never passes the other: it takes it along. */
  void putEnd(TextPatternRangeEndpoint which, int place) {
    if (which == TextPatternRangeEndpoint_Start) from = place, to = std::max(to, place);
    else to = place, from = std::min(from, place);
  }

  const Ref<Element> element;
  int from, to;
};

class OneRange : public ComObject<IUIAutomationTextRangeArray> {
public:
  explicit OneRange(TextRange *made) { range.adopt(made); }
  HRESULT STDMETHODCALLTYPE get_Length(int *out) override { return *out = 1, S_OK; }
  HRESULT STDMETHODCALLTYPE GetElement(int index, IUIAutomationTextRange **out) override {
    if (index) return E_INVALIDARG;
    range->AddRef();
    return *out = range.get(), S_OK;
  }

private:
  Ref<TextRange> range;
};

class TextPattern : public ComObject<IUIAutomationTextPattern> {
public:
  explicit TextPattern(Element &element) : element(&element) {}

  HRESULT STDMETHODCALLTYPE get_DocumentRange(IUIAutomationTextRange **out) override {
    return element->across(out, [&] {
      return *out = new TextRange(*element.get(), 0, static_cast<int>(element->node->text().size())), S_OK;
    });
  }
  /** An empty range is the caret. */
  HRESULT STDMETHODCALLTYPE GetSelection(IUIAutomationTextRangeArray **out) override {
    return element->across(out, [&] {
      const auto [from, to] = element->node->textSelection();
      return *out = new OneRange(new TextRange(*element.get(), from, to)), S_OK;
    });
  }
  HRESULT STDMETHODCALLTYPE get_SupportedTextSelection(SupportedTextSelection *out) override {
    return *out = SupportedTextSelection_Single, S_OK;
  }
  NOT_MADE(RangeFromPoint, POINT, IUIAutomationTextRange **)
  NOT_MADE(RangeFromChild, IUIAutomationElement *, IUIAutomationTextRange **)
  NOT_MADE(GetVisibleRanges, IUIAutomationTextRangeArray **)

private:
  const Ref<Element> element;
};

} // namespace

IUIAutomationTextPattern *newTextPattern(Element &element) { return new TextPattern(element); }
