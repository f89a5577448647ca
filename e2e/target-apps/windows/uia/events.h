#pragma once
#include "cache-request.h"
#include "element.h"

/** What a client wants to hear of. */
struct Subscription {
  enum Kind { automation, focus, structure, property } kind;
  EVENTID event = 0;
  std::vector<PROPERTYID> properties;
  NodePtr node; // nothing for the focus, which is everywhere
  int scope = TreeScope_Subtree;
  Ref<CacheRequest> request;
  Ref<IUnknown> handler;
};

/** From now on the handler is called, on a thread of this server's own. */
HRESULT subscribe(Subscription subscription);

/** No kind and no handler: all. */
HRESULT unsubscribe(const Subscription::Kind *kind, IUnknown *handler);
