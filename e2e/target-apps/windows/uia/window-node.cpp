#include "window-node.h"
#include "desktop-node.h"
#include <algorithm>

WindowNode::WindowNode(HWND window) : WindowNode(window, classNameOf(window), factsOf(window, classNameOf(window))) {}

WindowNode::WindowNode(HWND window, std::wstring className, const ClassFacts &facts)
    : handle(window), className(std::move(className)), type(facts.type), patterns(facts.patterns), named(facts.named) {}

std::vector<int> WindowNode::runtimeId() const { return {42, static_cast<int>(reinterpret_cast<INT_PTR>(handle))}; }

NodePtr WindowNode::parent() const {
  HWND above = hasStyle(handle, WS_CHILD) ? GetAncestor(handle, GA_PARENT) : GetWindow(handle, GW_OWNER);
  return above && above != GetDesktopWindow() ? nodeOfWindow(above) : desktopNode();
}

/** Child windows from the top down, then items, then the windows that it owns: dialogs. */
Nodes WindowNode::children() const {
  Nodes all;
  for (HWND child = GetWindow(handle, GW_CHILD); child; child = GetWindow(child, GW_HWNDNEXT))
    if (IsWindowVisible(child)) all.push_back(nodeOfWindow(child));
  Nodes items = ownItems();
  all.insert(all.end(), items.begin(), items.end());
  if (hasStyle(handle, WS_CHILD)) return all;
  for (HWND owned : topLevelWindows(handle)) all.push_back(nodeOfWindow(owned));
  return all;
}

HWND WindowNode::label() const {
  if (named) return nullptr;
  HWND before = GetWindow(handle, GW_HWNDPREV);
  return before && classNameOf(before) == L"Static" ? before : nullptr;
}

Nodes WindowNode::related(PROPERTYID id) const {
  if (id != UIA_LabeledByPropertyId || !label()) return {};
  return {nodeOfWindow(label())};
}

bool WindowNode::supports(PATTERNID pattern) const {
  return pattern == UIA_LegacyIAccessiblePatternId ||
         std::find(patterns.begin(), patterns.end(), pattern) != patterns.end();
}

std::wstring WindowNode::name() const {
  if (!named && !label()) return {};
  std::wstring text = askText(named ? handle : label());
  return type == UIA_WindowControlTypeId ? text : withoutMnemonic(text);
}

RECT WindowNode::box() const {
  RECT box = {};
  GetWindowRect(handle, &box);
  return box;
}

bool WindowNode::offscreen() const {
  RECT place = box();
  return !IsWindowVisible(handle) || IsIconic(GetAncestor(handle, GA_ROOT)) || IsRectEmpty(&place);
}

bool WindowNode::focusable() const {
  return type != UIA_TextControlTypeId && type != UIA_GroupControlTypeId && IsWindowEnabled(handle);
}

bool WindowNode::focused() const {
  GUITHREADINFO state = {};
  state.cbSize = sizeof state;
  return GetGUIThreadInfo(0, &state) && state.hwndFocus == handle;
}

HRESULT WindowNode::focus() const {
  return ifEnabled(*this, [&] {
    DWORD thread = GetWindowThreadProcessId(handle, nullptr);
    AttachThreadInput(GetCurrentThreadId(), thread, TRUE);
    SetForegroundWindow(GetAncestor(handle, GA_ROOT));
    SetFocus(handle);
    AttachThreadInput(GetCurrentThreadId(), thread, FALSE);
    return S_OK;
  });
}

static int visualStateOf(HWND window) {
  if (IsIconic(window)) return WindowVisualState_Minimized;
  return IsZoomed(window) ? WindowVisualState_Maximized : WindowVisualState_Normal;
}

static int interactionStateOf(HWND window) {
  return IsWindowEnabled(window) ? WindowInteractionState_ReadyForUserInteraction
                                 : WindowInteractionState_BlockedByModalWindow;
}

static std::wstring automationIdOf(HWND window) {
  int id = hasStyle(window, WS_CHILD) ? GetDlgCtrlID(window) : 0;
  return id > 0 ? std::to_wstring(id) : L"";
}

Variant WindowNode::ownProperty(PROPERTYID id) const {
  switch (id) {
  case UIA_AutomationIdPropertyId: return automationIdOf(handle);
  case UIA_ClassNamePropertyId: return className;
  case UIA_NativeWindowHandlePropertyId: return static_cast<int>(reinterpret_cast<INT_PTR>(handle));
  case UIA_IsContentElementPropertyId: return type != UIA_TextControlTypeId;
  case UIA_IsPasswordPropertyId: return className == L"Edit" && hasStyle(handle, ES_PASSWORD);
  case UIA_IsDialogPropertyId: return className == L"#32770";
  case UIA_WindowWindowVisualStatePropertyId: return visualStateOf(handle);
  case UIA_WindowWindowInteractionStatePropertyId: return interactionStateOf(handle);
  case UIA_WindowIsModalPropertyId: {
    HWND owner = GetWindow(handle, GW_OWNER);
    return owner && !IsWindowEnabled(owner);
  }
  case UIA_WindowIsTopmostPropertyId: return bool(GetWindowLongW(handle, GWL_EXSTYLE) & WS_EX_TOPMOST);
  case UIA_WindowCanMaximizePropertyId: return hasStyle(handle, WS_MAXIMIZEBOX);
  case UIA_WindowCanMinimizePropertyId: return hasStyle(handle, WS_MINIMIZEBOX);
  case UIA_TransformCanMovePropertyId: return visualStateOf(handle) == WindowVisualState_Normal;
  case UIA_TransformCanResizePropertyId:
    return hasStyle(handle, WS_THICKFRAME) && visualStateOf(handle) == WindowVisualState_Normal;
  case UIA_TransformCanRotatePropertyId: return false;
  default: return {};
  }
}
