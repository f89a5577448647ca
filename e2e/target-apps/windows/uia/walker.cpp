#include "walker.h"
#include "element.h"
#include "view.h"
#include <algorithm>

namespace {

using Step = NodePtr (*)(IUIAutomationCondition *view, const Node &from);

NodePtr firstChild(IUIAutomationCondition *view, const Node &from) {
  Nodes children = childrenIn(view, from);
  return children.empty() ? nullptr : children.front();
}

NodePtr lastChild(IUIAutomationCondition *view, const Node &from) {
  Nodes children = childrenIn(view, from);
  return children.empty() ? nullptr : children.back();
}

NodePtr sibling(IUIAutomationCondition *view, const Node &from, int distance) {
  NodePtr parent = parentIn(view, from);
  if (!parent) return nullptr;
  Nodes all = childrenIn(view, *parent);
  auto self = std::find_if(all.begin(), all.end(), [&](const NodePtr &child) { return sameNode(*child, from); });
  if (self == all.end()) return nullptr;
  auto index = self - all.begin() + distance;
  return index < 0 || index >= static_cast<ptrdiff_t>(all.size()) ? nullptr : all[index];
}

NodePtr nextSibling(IUIAutomationCondition *view, const Node &from) { return sibling(view, from, 1); }
NodePtr previousSibling(IUIAutomationCondition *view, const Node &from) { return sibling(view, from, -1); }

/** One step in a direction, with and without a cache. */
#define WALK(Direction, step)                                                                                          \
  HRESULT STDMETHODCALLTYPE Direction##Element(IUIAutomationElement *from, IUIAutomationElement **out) override {      \
    return walk(from, nullptr, out, step);                                                                             \
  }                                                                                                                    \
  HRESULT STDMETHODCALLTYPE Direction##ElementBuildCache(IUIAutomationElement *from,                                   \
                                                         IUIAutomationCacheRequest *request,                           \
                                                         IUIAutomationElement **out) override {                        \
    return walk(from, request, out, step);                                                                             \
  }

class Walker : public ComObject<IUIAutomationTreeWalker> {
public:
  explicit Walker(IUIAutomationCondition *view) : view(view) {}

  WALK(GetParent, parentIn)
  WALK(GetFirstChild, firstChild)
  WALK(GetLastChild, lastChild)
  WALK(GetNextSibling, nextSibling)
  WALK(GetPreviousSibling, previousSibling)
  WALK(Normalize, normalisedIn)

  HRESULT STDMETHODCALLTYPE get_Condition(IUIAutomationCondition **out) override {
    view->AddRef();
    return *out = view.get(), S_OK;
  }

private:
  HRESULT walk(IUIAutomationElement *from, IUIAutomationCacheRequest *request, IUIAutomationElement **out, Step step) {
    if (!from) return E_POINTER;
    return elementOf(from)->across(out, [&] {
      NodePtr found = step(view.get(), *elementOf(from)->node);
      if (found) *out = newElement(found, requestOf(request));
      return S_OK;
    });
  }

  const Ref<IUIAutomationCondition> view;
};

} // namespace

IUIAutomationTreeWalker *newWalker(IUIAutomationCondition *view) { return new Walker(view); }
