#include "element.h"
#include "condition.h"
#include "element-array.h"
#include "pattern-properties.h"
#include "patterns.h"
#include "view.h"
#include <algorithm>

/** Properties whose value is elements. */
static bool namesNodes(PROPERTYID id) {
  switch (id) {
  case UIA_LabeledByPropertyId:
  case UIA_ControllerForPropertyId:
  case UIA_DescribedByPropertyId:
  case UIA_FlowsToPropertyId:
  case UIA_FlowsFromPropertyId:
  case UIA_AnnotationObjectsPropertyId:
  case UIA_SelectionSelectionPropertyId:
  case UIA_SelectionItemSelectionContainerPropertyId:
  case UIA_GridItemContainingGridPropertyId:
  case UIA_TableRowHeadersPropertyId:
  case UIA_TableColumnHeadersPropertyId:
  case UIA_TableItemRowHeaderItemsPropertyId:
  case UIA_TableItemColumnHeaderItemsPropertyId: return true;
  default: return false;
  }
}

static bool namesOneNode(PROPERTYID id) {
  return id == UIA_LabeledByPropertyId || id == UIA_SelectionItemSelectionContainerPropertyId ||
         id == UIA_GridItemContainingGridPropertyId;
}

static HRESULT storeNode(const Nodes &nodes, IUIAutomationElement **out) {
  return *out = nodes.empty() ? nullptr : newElement(nodes.front()), S_OK;
}

static HRESULT storeNodes(PROPERTYID id, const Nodes &nodes, VARIANT *out) {
  VariantInit(out);
  if (namesOneNode(id) && nodes.empty()) return S_OK;
  out->vt = VT_UNKNOWN;
  if (namesOneNode(id)) out->punkVal = newElement(nodes.front());
  else out->punkVal = newElementArray(nodes);
  return S_OK;
}

HRESULT Element::current(PROPERTYID id, IUIAutomationElement **out) {
  return across(out, [&] { return storeNode(node->related(id), out); });
}

HRESULT Element::current(PROPERTYID id, IUIAutomationElementArray **out) {
  return across(out, [&] { return *out = newElementArray(node->related(id)), S_OK; });
}

/** For a property that the element does not have: the default, or the object that says that there is none. */
static HRESULT storeValue(PROPERTYID id, const Variant &value, bool withoutDefault, VARIANT *out) {
  if (!value.empty()) return store(value, out);
  if (!withoutDefault) return store(defaultOf(id), out);
  out->vt = VT_UNKNOWN;
  out->punkVal = notSupportedValue();
  return S_OK;
}

HRESULT Element::current(PROPERTYID id, bool withoutDefault, VARIANT *out) {
  return across(out, [&] {
    if (namesNodes(id)) return storeNodes(id, node->related(id), out);
    return storeValue(id, node->property(id), withoutDefault, out);
  });
}

const Cache::Entry *Element::cachedEntry(PROPERTYID id) const {
  if (!cache) return nullptr;
  for (const Cache::Entry &entry : cache->entries)
    if (entry.property == id) return &entry;
  return nullptr;
}

HRESULT Element::cached(PROPERTYID id, IUIAutomationElement **out) {
  const Cache::Entry *entry = cachedEntry(id);
  return entry ? storeNode(entry->nodes, out) : E_INVALIDARG;
}

HRESULT Element::cached(PROPERTYID id, IUIAutomationElementArray **out) {
  const Cache::Entry *entry = cachedEntry(id);
  return entry ? (*out = newElementArray(entry->nodes), S_OK) : E_INVALIDARG;
}

HRESULT Element::cached(PROPERTYID id, bool withoutDefault, VARIANT *out) {
  const Cache::Entry *entry = cachedEntry(id);
  if (!entry) return E_INVALIDARG;
  return namesNodes(id) ? storeNodes(id, entry->nodes, out) : storeValue(id, entry->value, withoutDefault, out);
}

void Element::requireAlive() const {
  if (cache && cache->mode == AutomationElementMode_None) throw Failure{invalidOperation};
  if (!node->alive()) throw Failure{notAvailable};
  node->requireAnswering();
}

/** One after the other, not one inside the other: a tree may be deep. */
Element::~Element() {
  if (!cache) return;
  std::vector<Ref<Element>> open;
  const auto orphan = [&](Element &parent) {
    for (Ref<Element> &child : parent.cache->children) {
      child->cache->parent = nullptr;
      open.push_back(std::move(child));
    }
    parent.cache->children.clear();
  };
  orphan(*this);
  while (!open.empty()) {
    Ref<Element> last = std::move(open.back());
    open.pop_back();
    if (last->isLast()) orphan(*last.get());
  }
}

static void fill(Cache &cache, const Node &node, const CacheRequest &request) {
  Section &shared = section();
  InterlockedIncrement(&shared.nodes);
  spin(shared.nodeMicroseconds);
  cache.patterns = request.patterns;
  cache.mode = request.mode;
  cache.entries.reserve(request.properties.size());
  for (PROPERTYID id : request.properties)
    if (namesNodes(id)) cache.entries.push_back({id, {}, node.related(id)});
    else cache.entries.push_back({id, node.property(id), {}});
}

static Element *cachedElement(const NodePtr &node, const CacheRequest &request) {
  auto *element = new Element(node);
  element->cache = std::make_unique<Cache>();
  fill(*element->cache, *node, request);
  return element;
}

/** Fetches what is below, as far as the request goes; with a list of what is open, since a tree may be deep. */
static void addBelow(Element *top, const CacheRequest &request) {
  std::vector<Element *> open = {top};
  while (!open.empty()) {
    Element *parent = open.back();
    open.pop_back();
    parent->cache->hasChildren = true;
    for (const NodePtr &node : childrenIn(request.filter.get(), *parent->node)) {
      Ref<Element> child;
      child.adopt(cachedElement(node, request));
      child->cache->parent = parent;
      if (request.scope & TreeScope_Descendants) open.push_back(child.get());
      parent->cache->children.push_back(std::move(child));
    }
  }
}

IUIAutomationElement *newElement(const NodePtr &node, const CacheRequest *request) {
  if (!request) return new Element(node);
  Ref<Element> element;
  element.adopt(cachedElement(node, *request));
  if (request->scope & (TreeScope_Children | TreeScope_Descendants)) addBelow(element.get(), *request);
  element->AddRef();
  return element.get();
}

IUIAutomationElementArray *newElementArray(const Nodes &nodes, const CacheRequest *request) {
  std::vector<Ref<IUIAutomationElement>> elements(nodes.size());
  for (size_t index = 0; index < nodes.size(); ++index) elements[index].adopt(newElement(nodes[index], request));
  return new ElementArray(std::move(elements));
}

HRESULT Element::SetFocus() {
  return across([&] { return node->focusable() ? node->focus() : invalidOperation; });
}

/** Known without asking: it is how UI Automation tells elements apart. */
HRESULT Element::GetRuntimeId(SAFEARRAY **out) {
  if (!out) return E_POINTER;
  return *out = safeArrayOf(node->runtimeId()), S_OK;
}

HRESULT Element::GetClickablePoint(POINT *point, WINBOOL *got) {
  if (!got) return E_POINTER;
  *got = FALSE;
  return across(point, [&] {
    RECT box = node->box();
    if (IsRectEmpty(&box) || node->offscreen()) return S_OK;
    *point = {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
    return *got = TRUE, S_OK;
  });
}

HRESULT Element::ShowContextMenu() {
  return across([&] {
    RECT box = node->box();
    HWND window = node->window();
    PostMessageW(window, WM_CONTEXTMENU, reinterpret_cast<WPARAM>(window), MAKELPARAM(box.left, box.bottom));
    return S_OK;
  });
}

HRESULT Element::GetCurrentPattern(PATTERNID pattern, IUnknown **out) {
  return GetCurrentPatternAs(pattern, __uuidof(IUnknown), reinterpret_cast<void **>(out));
}

HRESULT Element::GetCurrentPatternAs(PATTERNID pattern, REFIID id, void **out) {
  return across(out, [&] { return node->supports(pattern) ? newPattern(*this, pattern, id, out) : S_OK; });
}

HRESULT Element::GetCachedPattern(PATTERNID pattern, IUnknown **out) {
  return GetCachedPatternAs(pattern, __uuidof(IUnknown), reinterpret_cast<void **>(out));
}

HRESULT Element::GetCachedPatternAs(PATTERNID pattern, REFIID id, void **out) {
  if (!out) return E_POINTER;
  *out = nullptr;
  if (!cache) return E_INVALIDARG;
  if (std::find(cache->patterns.begin(), cache->patterns.end(), pattern) == cache->patterns.end()) return E_INVALIDARG;
  return node->supports(pattern) ? newPattern(*this, pattern, id, out) : S_OK;
}

/** Without a request the control view is searched. */
static Nodes search(const Node &node, int scope, IUIAutomationCondition *condition, const CacheRequest *request,
                    size_t most) {
  if (!condition) throw Failure{E_POINTER};
  if (request) return findIn(request->filter.get(), node, scope, condition, most);
  Ref<IUIAutomationCondition> controlView;
  controlView.adopt(newViewCondition(UIA_IsControlElementPropertyId));
  return findIn(controlView.get(), node, scope, condition, most);
}

HRESULT Element::FindFirst(TreeScope scope, IUIAutomationCondition *condition, IUIAutomationElement **out) {
  return FindFirstBuildCache(scope, condition, nullptr, out);
}

HRESULT Element::FindAll(TreeScope scope, IUIAutomationCondition *condition, IUIAutomationElementArray **out) {
  return FindAllBuildCache(scope, condition, nullptr, out);
}

HRESULT Element::FindFirstBuildCache(TreeScope scope, IUIAutomationCondition *condition,
                                     IUIAutomationCacheRequest *request, IUIAutomationElement **out) {
  return across(out, [&] {
    Nodes found = search(*node, scope, condition, requestOf(request), 1);
    if (!found.empty()) *out = newElement(found.front(), requestOf(request));
    return S_OK;
  });
}

HRESULT Element::FindAllBuildCache(TreeScope scope, IUIAutomationCondition *condition,
                                   IUIAutomationCacheRequest *request, IUIAutomationElementArray **out) {
  return across(out, [&] {
    *out = newElementArray(search(*node, scope, condition, requestOf(request), 0), requestOf(request));
    return S_OK;
  });
}

HRESULT Element::BuildUpdatedCache(IUIAutomationCacheRequest *request, IUIAutomationElement **out) {
  if (!request) return E_POINTER;
  return across(out, [&] { return *out = newElement(node, requestOf(request)), S_OK; });
}

HRESULT Element::GetCachedParent(IUIAutomationElement **out) {
  if (!out) return E_POINTER;
  *out = cache ? cache->parent : nullptr;
  if (!*out) return invalidOperation;
  (*out)->AddRef();
  return S_OK;
}

/** No children are no array: the same as no match of FindAll is on some systems. */
HRESULT Element::GetCachedChildren(IUIAutomationElementArray **out) {
  if (!out) return E_POINTER;
  *out = nullptr;
  if (!cache || !cache->hasChildren) return invalidOperation;
  if (cache->children.empty()) return S_OK;
  std::vector<Ref<IUIAutomationElement>> children;
  for (const Ref<Element> &child : cache->children) children.emplace_back(child.get());
  return *out = new ElementArray(std::move(children)), S_OK;
}
