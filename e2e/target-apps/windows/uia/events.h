#pragma once
#include "cache-request.h"
#include "element.h"

/** What a client wants to hear of. */
struct Subscription {
  enum Kind { automation, focus, structure, property } kind;
  EVENTID event;
  std::vector<PROPERTYID> properties;
  NodePtr node; // nothing for the focus, which is everywhere
  int scope;
  Ref<CacheRequest> request;
  Ref<IUnknown> handler;
  DWORD thread = 0; // that added it
};

/**
 * From now on the handler is called, on a thread of this server's own. Only threads of the multithreaded apartment may add one,
 * and only the same thread may remove it, where Windows hangs or fails later:
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-threading
 */
HRESULT subscribe(Subscription subscription);

HRESULT unsubscribe(Subscription::Kind kind, IUnknown *handler);

/** Something that happened; which fields count is told by the kind. */
struct News {
  Subscription::Kind kind;
  NodePtr node;
  EVENTID event = 0;
  PROPERTYID property = 0;
  StructureChangeType change = StructureChangeType_ChildrenInvalidated;
  std::vector<int> child = {}; // the runtime id of the one that was removed
};

/** Calls the handlers that want to hear it; on the thread of the events only. */
void tell(const News &news);
