#pragma once
#include <windows.h>

/** One kind of window of the fixture: the argument that opens it, what it looks like and how it answers. */
struct WindowKind {
  const wchar_t *name;
  const wchar_t *className;
  const wchar_t *title;
  RECT place; // left, top, width and height

  /** Puts the controls into a new window. */
  void (*fill)(HWND window);

  /** Answers a message of the window: true if it is done with, the answer then stands in `result`. */
  bool (*handle)(HWND window, UINT message, WPARAM wParam, LPARAM lParam, LRESULT *result);
};

extern const WindowKind calculatorWindow, galleryWindow, notesWindow;
