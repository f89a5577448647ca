#include "element.h"
#include "condition.h"
#include "element-array.h"
#include "pattern-properties.h"
#include "patterns.h"
#include "view.h"

HRESULT Element::current(PROPERTYID id, IUIAutomationElement **out) {
  return across(out, [&] {
    const Nodes nodes = node->related(id);
    return *out = nodes.empty() ? nullptr : newElement(nodes.front()), S_OK;
  });
}

HRESULT Element::current(PROPERTYID id, IUIAutomationElementArray **out) {
  return across(out, [&] { return *out = newElementArray(node->related(id)), S_OK; });
}

const Cache::Entry *Element::cachedEntry(PROPERTYID id) const {
  if (!cache) return nullptr;
  for (const Cache::Entry &entry : cache->entries)
    if (entry.property == id) return &entry;
  return nullptr;
}

HRESULT Element::GetCachedPropertyValue(PROPERTYID id, VARIANT *out) {
  const Cache::Entry *entry = cachedEntry(id);
  return entry ? store(entry->value.empty() ? defaultOf(id) : entry->value, out) : E_INVALIDARG;
}

void Element::requireAlive() const {
  if (!node->alive()) throw Failure{notAvailable};
  node->requireAnswering();
}

/** One after the other, not one inside the other: a tree may be deep. */
Element::~Element() {
  if (!cache) return;
  std::vector<Ref<Element>> open;
  const auto orphan = [&](Element &parent) {
    for (Ref<Element> &child : parent.cache->children) open.push_back(std::move(child));
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
  // Next to nothing of a node costs no more than to come to it, which was counted.
  if (request.properties.size() > 1) fetchNode();
  cache.entries.reserve(request.properties.size());
  for (PROPERTYID id : request.properties) cache.entries.push_back({id, node.property(id)});
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
    if (parent->node->hidesBelow() && (request.scope & TreeScope_Descendants)) continue;
    for (const NodePtr &node : childrenIn(request.filter.get(), *parent->node)) {
      Ref<Element> child;
      child.adopt(cachedElement(node, request));
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

HRESULT Element::GetCurrentPatternAs(PATTERNID pattern, REFIID id, void **out) {
  return across(out, [&] { return node->supports(pattern) ? newPattern(*this, pattern, id, out) : S_OK; });
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
