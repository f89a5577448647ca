#include "event-thread.h"
#include "events.h"
#include "synthetic-node.h"
#include <mutex>
#include <set>

namespace {

constexpr DWORD pollMilliseconds = 5;

/** The top-level windows that are there: the system tells more than once that one came or went. */
std::set<HWND> openWindows;

bool isTopLevel(HWND window) { return GetAncestor(window, GA_PARENT) == GetDesktopWindow(); }

void tellAdded(HWND window) {
  const bool topLevel = isTopLevel(window);
  if (topLevel && !openWindows.insert(window).second) return;
  NodePtr node = nodeOfWindow(window);
  if (topLevel) tell({Subscription::automation, node, UIA_Window_WindowOpenedEventId});
  tell({Subscription::structure, node, 0, 0, StructureChangeType_ChildAdded, node->runtimeId()});
}

/** One that is gone already has no parent to ask for; then it is only news if it was known. */
void tellRemoved(HWND window) {
  const bool topLevel = openWindows.erase(window) > 0;
  if (!topLevel && !IsWindow(window)) return;
  NodePtr node = nodeOfWindow(window), parent = topLevel ? desktopNode() : node->parent();
  if (topLevel) tell({Subscription::automation, node, UIA_Window_WindowClosedEventId});
  tell({Subscription::structure, parent, 0, 0, StructureChangeType_ChildRemoved, node->runtimeId()});
}

void tellProperty(HWND window, PROPERTYID property) { tell({Subscription::property, nodeOfWindow(window), 0, property}); }

void tellValue(HWND window) {
  NodePtr node = nodeOfWindow(window);
  const bool isRange = node->supports(UIA_RangeValuePatternId);
  tell({Subscription::property, node, 0, isRange ? UIA_RangeValueValuePropertyId : UIA_ValueValuePropertyId});
}

/** What the system tells of windows, in the words of UI Automation. */
void CALLBACK onWinEvent(HWINEVENTHOOK, DWORD event, HWND window, LONG object, LONG, DWORD, DWORD) {
  if (!window) return;
  const bool whole = object == OBJID_WINDOW, client = object == OBJID_CLIENT;
  switch (event) {
  case EVENT_OBJECT_SHOW: return whole ? tellAdded(window) : void();
  case EVENT_OBJECT_HIDE:
  case EVENT_OBJECT_DESTROY: return whole ? tellRemoved(window) : void();
  case EVENT_OBJECT_FOCUS: return tell({Subscription::focus, focusedNode()});
  case EVENT_OBJECT_NAMECHANGE: return tellProperty(window, UIA_NamePropertyId);
  case EVENT_OBJECT_STATECHANGE: return tellProperty(window, UIA_IsEnabledPropertyId);
  case EVENT_OBJECT_VALUECHANGE: return client ? tellValue(window) : void();
  case EVENT_SYSTEM_MENUPOPUPSTART: return tell({Subscription::automation, nodeOfWindow(window), UIA_MenuOpenedEventId});
  case EVENT_SYSTEM_MENUPOPUPEND: return tell({Subscription::automation, nodeOfWindow(window), UIA_MenuClosedEventId});
  }
}

News burstNews(LONG kind, const NodePtr &node) {
  switch (kind) {
  case focusBurst: return {Subscription::focus, node};
  case nameBurst: return {Subscription::property, node, 0, UIA_NamePropertyId};
  case rangeBurst: return {Subscription::property, node, 0, UIA_RangeValueValuePropertyId};
  default: return {Subscription::structure, node};
  }
}

/** Sends the events that the test asked for, one for each node of the made-up tree, again from its first. */
void tellBurst() {
  Section &shared = section();
  const LONG count = shared.burstCount, nodes = shared.treeNodes;
  if (!count) return;
  for (LONG sent = 0; sent < count && nodes; ++sent) tell(burstNews(shared.burstKind, syntheticNode(sent % nodes + 1)));
  shared.burstCount = 0;
}

void tellOfChangedTree() {
  static LONG version = section().treeVersion, nodes = section().treeNodes;
  Section &shared = section();
  if (version == shared.treeVersion && nodes == shared.treeNodes) return;
  version = shared.treeVersion, nodes = shared.treeNodes;
  HWND window = reinterpret_cast<HWND>(static_cast<INT_PTR>(shared.treeWindow));
  if (IsWindow(window)) tell({Subscription::structure, nodeOfWindow(window)});
}

void dispatchMessages() {
  MSG message;
  while (PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE)) DispatchMessageW(&message);
}

void listenTo(DWORD first, DWORD last) {
  SetWinEventHook(first, last, nullptr, onWinEvent, 0, 0, WINEVENT_OUTOFCONTEXT);
}

DWORD WINAPI runEvents(void *ready) {
  CoInitializeEx(nullptr, COINIT_MULTITHREADED);
  for (const NodePtr &window : desktopNode()->children()) openWindows.insert(window->window());
  listenTo(EVENT_SYSTEM_MENUPOPUPSTART, EVENT_SYSTEM_MENUPOPUPEND);
  listenTo(EVENT_OBJECT_DESTROY, EVENT_OBJECT_VALUECHANGE);
  SetEvent(ready);
  for (;;) {
    MsgWaitForMultipleObjects(0, nullptr, FALSE, pollMilliseconds, QS_ALLINPUT);
    dispatchMessages();
    tellBurst();
    tellOfChangedTree();
  }
}

} // namespace

void startEventThread() {
  static std::once_flag once;
  std::call_once(once, [] {
    HANDLE ready = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    CloseHandle(CreateThread(nullptr, 0, runEvents, ready, 0, nullptr));
    WaitForSingleObject(ready, INFINITE);
    CloseHandle(ready);
  });
}
