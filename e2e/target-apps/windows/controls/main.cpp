#include "commands.h"
#include "window-kind.h"
#include <commctrl.h>
#include <cwchar>
#include <initializer_list>

namespace {

LRESULT CALLBACK windowProc(HWND window, UINT message, WPARAM wParam, LPARAM lParam) {
  if (message == WM_NCCREATE) {
    auto *made = reinterpret_cast<CREATESTRUCTW *>(lParam);
    SetWindowLongPtrW(window, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(made->lpCreateParams));
  }
  auto *kind = reinterpret_cast<const WindowKind *>(GetWindowLongPtrW(window, GWLP_USERDATA));
  LRESULT result = 0;
  if (message == WM_CREATE) kind->fill(window);
  if (handleCommand(window, message, wParam, lParam, &result)) return result;
  if (kind && kind->handle && kind->handle(window, message, wParam, lParam, &result)) return result;
  if (message == WM_NCDESTROY) PostQuitMessage(0);
  return DefWindowProcW(window, message, wParam, lParam);
}

void openWindow(const WindowKind &kind) {
  WNDCLASSW wanted = {};
  wanted.lpfnWndProc = windowProc;
  wanted.hInstance = GetModuleHandleW(nullptr);
  wanted.hIcon = LoadIconW(nullptr, IDI_APPLICATION);
  wanted.hCursor = LoadCursorW(nullptr, IDC_ARROW);
  wanted.hbrBackground = GetSysColorBrush(COLOR_BTNFACE);
  wanted.lpszClassName = kind.className;
  RegisterClassW(&wanted);
  HWND window = CreateWindowExW(0, kind.className, kind.title, WS_OVERLAPPEDWINDOW, kind.place.left, kind.place.top,
                                kind.place.right, kind.place.bottom, nullptr, nullptr, wanted.hInstance,
                                const_cast<WindowKind *>(&kind));
  ShowWindow(window, SW_SHOWNORMAL);
}

const WindowKind *kindNamed(const wchar_t *name) {
  for (const WindowKind *kind : {&calculatorWindow, &galleryWindow, &notesWindow})
    if (!wcscmp(kind->name, name)) return kind;
  return nullptr;
}

/** What the user types goes to the window first: a calculator is also driven by its keys. */
bool takenByWindow(const MSG &message) {
  if (message.message != WM_CHAR) return false;
  HWND window = GetAncestor(message.hwnd, GA_ROOT);
  return window != message.hwnd && SendMessageW(window, WM_CHAR, message.wParam, message.lParam) == 1;
}

int runMessages() {
  MSG message;
  while (GetMessageW(&message, nullptr, 0, 0) > 0) {
    if (takenByWindow(message)) continue;
    HWND window = GetAncestor(message.hwnd, GA_ROOT);
    if (window && IsDialogMessageW(window, &message)) continue;
    TranslateMessage(&message);
    DispatchMessageW(&message);
  }
  return static_cast<int>(message.wParam);
}

} // namespace

/** usage: deskscope-controls.exe KIND */
int WINAPI wWinMain(HINSTANCE, HINSTANCE, LPWSTR, int) {
  int count = 0;
  wchar_t **arguments = CommandLineToArgvW(GetCommandLineW(), &count);
  const WindowKind *kind = count > 1 ? kindNamed(arguments[1]) : nullptr;
  if (!kind) return 2;
  INITCOMMONCONTROLSEX classes = {sizeof classes, ICC_WIN95_CLASSES | ICC_DATE_CLASSES | ICC_LINK_CLASS};
  InitCommonControlsEx(&classes);
  openWindow(*kind);
  return runMessages();
}
