#include "walker.h"
#include "element.h"
#include "view.h"
#include <algorithm>

namespace {

constexpr ULONGLONG siblingsMs = 100; // so long siblings are taken to be the same

using SiblingsPtr = std::shared_ptr<const Siblings>;

struct Found {
  NodePtr node;
  SiblingsPtr siblings;
};

using Step = Found (*)(IUIAutomationCondition *view, const Element &from);

SiblingsPtr siblingsIn(IUIAutomationCondition *view, const Node &parent) {
  return std::make_shared<Siblings>(Siblings{childrenIn(view, parent), GetTickCount64()});
}

Found parent(IUIAutomationCondition *view, const Element &from) { return {parentIn(view, *from.node), nullptr}; }
Found normalised(IUIAutomationCondition *view, const Element &from) { return {normalisedIn(view, *from.node), nullptr}; }

Found firstChild(IUIAutomationCondition *view, const Element &from) {
  SiblingsPtr children = siblingsIn(view, *from.node);
  return {children->nodes.empty() ? nullptr : children->nodes.front(), children};
}

Found lastChild(IUIAutomationCondition *view, const Element &from) {
  SiblingsPtr children = siblingsIn(view, *from.node);
  return {children->nodes.empty() ? nullptr : children->nodes.back(), children};
}

SiblingsPtr siblingsOf(IUIAutomationCondition *view, const Element &element) {
  if (element.siblings && GetTickCount64() - element.siblings->since < siblingsMs) return element.siblings;
  NodePtr parent = parentIn(view, *element.node);
  return parent ? siblingsIn(view, *parent) : nullptr;
}

Found sibling(IUIAutomationCondition *view, const Element &from, int distance) {
  SiblingsPtr siblings = siblingsOf(view, from);
  if (!siblings) return {};
  const Nodes &all = siblings->nodes;
  auto self = std::find_if(all.begin(), all.end(), [&](const NodePtr &one) { return sameNode(*one, *from.node); });
  if (self == all.end()) return {};
  auto index = self - all.begin() + distance;
  return {index < 0 || index >= static_cast<ptrdiff_t>(all.size()) ? nullptr : all[index], siblings};
}

Found nextSibling(IUIAutomationCondition *view, const Element &from) { return sibling(view, from, 1); }
Found previousSibling(IUIAutomationCondition *view, const Element &from) { return sibling(view, from, -1); }

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

  WALK(GetParent, parent)
  WALK(GetFirstChild, firstChild)
  WALK(GetLastChild, lastChild)
  WALK(GetNextSibling, nextSibling)
  WALK(GetPreviousSibling, previousSibling)
  WALK(Normalize, normalised)

  HRESULT STDMETHODCALLTYPE get_Condition(IUIAutomationCondition **out) override {
    view->AddRef();
    return *out = view.get(), S_OK;
  }

private:
  HRESULT walk(IUIAutomationElement *from, IUIAutomationCacheRequest *request, IUIAutomationElement **out, Step step) {
    if (!from) return E_POINTER;
    return elementOf(from)->across(out, [&] {
      const Found found = step(view.get(), *elementOf(from));
      if (!found.node) return S_OK;
      if (!request || requestOf(request)->properties.size() <= 1) searchNode();
      *out = newElement(found.node, requestOf(request));
      elementOf(*out)->siblings = found.siblings;
      return S_OK;
    });
  }

  const Ref<IUIAutomationCondition> view;
};

} // namespace

IUIAutomationTreeWalker *newWalker(IUIAutomationCondition *view) { return new Walker(view); }
