#include "text-pattern.h"
#include "text-units.h"
#include <algorithm>
#include <tuple>

namespace {

class TextRange : public ComObject<IUIAutomationTextRange> {
public:
  TextRange(Element &element, int from, int to) : element(&element), from(from), to(to) {}

  HRESULT STDMETHODCALLTYPE Clone(IUIAutomationTextRange **out) override {
    return *out = new TextRange(*element.get(), from, to), S_OK;
  }
  HRESULT STDMETHODCALLTYPE Compare(IUIAutomationTextRange *other, WINBOOL *same) override {
    auto *range = static_cast<TextRange *>(other);
    return *same = range->from == from && range->to == to, S_OK;
  }
  HRESULT STDMETHODCALLTYPE CompareEndpoints(TextPatternRangeEndpoint own, IUIAutomationTextRange *other,
                                             TextPatternRangeEndpoint its, int *difference) override {
    return *difference = end(own) - static_cast<TextRange *>(other)->end(its), S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetText(int most, BSTR *out) override {
    return element->across(out, [&] {
      std::wstring part = text().substr(from, to - from);
      if (most >= 0 && part.size() > static_cast<size_t>(most)) part.resize(most);
      return *out = SysAllocStringLen(part.c_str(), static_cast<UINT>(part.size())), S_OK;
    });
  }
  HRESULT STDMETHODCALLTYPE ExpandToEnclosingUnit(TextUnit unit) override {
    return element->across([&] {
      std::tie(from, to) = enclosingUnit(text(), unit, from);
      return S_OK;
    });
  }
  HRESULT STDMETHODCALLTYPE MoveEndpointByUnit(TextPatternRangeEndpoint which, TextUnit unit, int count,
                                               int *moved) override {
    return element->across(moved, [&] {
      putEnd(which, movedByUnit(text(), unit, end(which), count, moved));
      return S_OK;
    });
  }
  HRESULT STDMETHODCALLTYPE Move(TextUnit unit, int count, int *moved) override {
    return element->across(moved, [&] {
      const bool wasCaret = from == to;
      from = to = movedByUnit(text(), unit, from, count, moved);
      if (!wasCaret) std::tie(from, to) = enclosingUnit(text(), unit, from);
      return S_OK;
    });
  }
  HRESULT STDMETHODCALLTYPE MoveEndpointByRange(TextPatternRangeEndpoint own, IUIAutomationTextRange *other,
                                                TextPatternRangeEndpoint its) override {
    return putEnd(own, static_cast<TextRange *>(other)->end(its)), S_OK;
  }
  HRESULT STDMETHODCALLTYPE FindText(BSTR wanted, WINBOOL backward, WINBOOL ignoreCase,
                                     IUIAutomationTextRange **out) override {
    return element->across(out, [&] {
      std::wstring part = text().substr(from, to - from), sought = wanted;
      if (ignoreCase) part = inLowerCase(part), sought = inLowerCase(sought);
      const size_t at = backward ? part.rfind(sought) : part.find(sought);
      if (at == std::wstring::npos) return S_OK;
      const int start = from + static_cast<int>(at);
      return *out = new TextRange(*element.get(), start, start + static_cast<int>(sought.size())), S_OK;
    });
  }
  HRESULT STDMETHODCALLTYPE Select() override {
    return element->across([&] { return element->node->setTextSelection(from, to); });
  }
  HRESULT STDMETHODCALLTYPE GetEnclosingElement(IUIAutomationElement **out) override {
    return element->across(out, [&] { return *out = newElement(element->node), S_OK; });
  }

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
