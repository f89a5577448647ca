#include "controls.h"

HWND addControl(HWND parent, const wchar_t *className, const wchar_t *text, Box box, int id, DWORD style) {
  HWND control = CreateWindowExW(0, className, text, WS_CHILD | WS_VISIBLE | style, box.left, box.top, box.width,
                                 box.height, parent, reinterpret_cast<HMENU>(static_cast<INT_PTR>(id)),
                                 GetModuleHandleW(nullptr), nullptr);
  SendMessageW(control, WM_SETFONT, reinterpret_cast<WPARAM>(GetStockObject(DEFAULT_GUI_FONT)), FALSE);
  return control;
}

HWND addLabel(HWND parent, const wchar_t *text, Box box) { return addControl(parent, L"STATIC", text, box, -1); }
