#pragma once
#include <windows.h>

struct Box {
  int left, top, width, height;
};

/** A visible child control. Its id is what UI Automation calls its automation id. */
HWND addControl(HWND parent, const wchar_t *className, const wchar_t *text, Box box, int id = 0, DWORD style = 0);

/** A static text; standing right before a control in the order of creation it is that control's label. */
HWND addLabel(HWND parent, const wchar_t *text, Box box);

inline LRESULT send(HWND window, UINT message, WPARAM wParam = 0, LPARAM lParam = 0) {
  return SendMessageW(window, message, wParam, lParam);
}

inline LRESULT send(HWND window, UINT message, WPARAM wParam, const void *data) {
  return SendMessageW(window, message, wParam, reinterpret_cast<LPARAM>(data));
}

/** The structures of the common controls take texts they do not change as `wchar_t *`. */
inline wchar_t *text(const wchar_t *constant) { return const_cast<wchar_t *>(constant); }
