#include "event-thread.h"
#include "events.h"
#include <algorithm>
#include <mutex>
#include <shared_mutex>

namespace {

std::mutex subscriptionLock;
/** Never destroyed: when the process ends, the handlers' code may be gone before this DLL. */
auto &subscriptions = *new std::vector<Subscription>;
/** Shared while a handler is called, and held alone by whoever adds or removes one: he waits for calls under way. */
auto &calling = *new std::shared_mutex;

/** Whether this thread has joined the multithreaded apartment by its own wish, and not by what other threads did. */
bool hasJoined() {
  APTTYPE apartment;
  APTTYPEQUALIFIER qualifier;
  if (FAILED(CoGetApartmentType(&apartment, &qualifier))) return false;
  return apartment == APTTYPE_MTA && qualifier != APTTYPEQUALIFIER_IMPLICIT_MTA;
}

std::vector<Subscription> current() {
  std::lock_guard hold(subscriptionLock);
  return subscriptions;
}

/** Whether a node is in the part of the tree that a client listens to. What is gone has no ancestors any more. */
bool inScope(const Subscription &subscription, const Node &node) {
  if (!subscription.node || subscription.node->runtimeId() == desktopNode()->runtimeId()) return true;
  int distance = 0;
  for (NodePtr at = node.shared_from_this(); at; at = at->alive() ? at->parent() : nullptr, ++distance) {
    if (!sameNode(*at, *subscription.node)) continue;
    const int below = TreeScope_Descendants | (distance == 1 ? TreeScope_Children : 0);
    return subscription.scope & (distance == 0 ? TreeScope_Element : below);
  }
  return false;
}

bool wants(const Subscription &subscription, const News &news) {
  if (subscription.kind != news.kind) return false;
  if (news.kind == Subscription::automation && subscription.event != news.event) return false;
  const auto &wanted = subscription.properties;
  const bool isWanted = std::find(wanted.begin(), wanted.end(), news.property) != wanted.end();
  if (news.kind == Subscription::property && !isWanted) return false;
  return inScope(subscription, *news.node);
}

/** A window that was closed can be named, but no more be asked. */
Ref<IUIAutomationElement> senderOf(const Subscription &subscription, const NodePtr &node) {
  Ref<IUIAutomationElement> sender;
  try {
    sender.adopt(newElement(node, node->alive() ? subscription.request.get() : nullptr));
  } catch (const Failure &) {
    sender.adopt(newElement(node));
  }
  return sender;
}

template <class Handler> Handler *handlerOf(const Subscription &subscription) {
  return static_cast<Handler *>(subscription.handler.get());
}

void call(const Subscription &subscription, const News &news) {
  Ref<IUIAutomationElement> sender = senderOf(subscription, news.node);
  InterlockedIncrement(&section().events);
  switch (news.kind) {
  case Subscription::automation:
    handlerOf<IUIAutomationEventHandler>(subscription)->HandleAutomationEvent(sender.get(), news.event);
    break;
  case Subscription::focus:
    handlerOf<IUIAutomationFocusChangedEventHandler>(subscription)->HandleFocusChangedEvent(sender.get());
    break;
  case Subscription::property:
    handlerOf<IUIAutomationPropertyChangedEventHandler>(subscription)
        ->HandlePropertyChangedEvent(sender.get(), news.property, news.node->property(news.property));
    break;
  case Subscription::structure: {
    Variant child(news.child);
    handlerOf<IUIAutomationStructureChangedEventHandler>(subscription)
        ->HandleStructureChangedEvent(sender.get(), news.change, child.parray);
    break;
  }
  }
}

} // namespace

HRESULT subscribe(Subscription subscription) {
  if (!hasJoined()) return RPC_E_WRONG_THREAD;
  {
    std::scoped_lock hold(calling, subscriptionLock);
    subscription.thread = GetCurrentThreadId();
    subscriptions.push_back(std::move(subscription));
    section().subscriptions = static_cast<LONG>(subscriptions.size());
  }
  startEventThread();
  return S_OK;
}

HRESULT unsubscribe(Subscription::Kind kind, IUnknown *handler) {
  std::vector<Subscription> removed; // released after the lock: the handlers are the client's code
  std::scoped_lock hold(calling, subscriptionLock);
  const auto stays = [&](const Subscription &one) {
    return one.kind != kind || one.handler.get() != handler;
  };
  for (const Subscription &one : subscriptions)
    if (!stays(one) && one.thread != GetCurrentThreadId()) return RPC_E_WRONG_THREAD;
  auto first = std::stable_partition(subscriptions.begin(), subscriptions.end(), stays);
  std::move(first, subscriptions.end(), std::back_inserter(removed));
  subscriptions.erase(first, subscriptions.end());
  section().subscriptions = static_cast<LONG>(subscriptions.size());
  return S_OK;
}

void tell(const News &news) {
  for (const Subscription &subscription : current()) try {
      if (!wants(subscription, news)) continue;
      std::shared_lock underWay(calling);
      call(subscription, news);
    } catch (const Failure &) {
      // Its target is gone or does not answer: there is nothing to tell of it.
    }
}
