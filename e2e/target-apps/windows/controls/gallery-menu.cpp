#include "gallery-parts.h"
#include <string>

static void addItem(HMENU menu, int id, const wchar_t *name, UINT flags = 0) {
  AppendMenuW(menu, MF_STRING | flags, id, name);
}

static void addSubMenu(HMENU menu, HMENU below, const wchar_t *name) {
  AppendMenuW(menu, MF_POPUP, reinterpret_cast<UINT_PTR>(below), name);
}

void addMenu(HWND window) {
  HMENU bar = CreateMenu(), file = CreatePopupMenu(), recent = CreatePopupMenu(), view = CreatePopupMenu(),
        help = CreatePopupMenu();
  addItem(file, newId, L"&New\tCtrl+N");
  addItem(file, openId, L"&Open\tCtrl+O", MF_GRAYED);
  addItem(recent, recentOneId, L"&One");
  addItem(recent, recentTwoId, L"&Two");
  addSubMenu(file, recent, L"&Recent");
  AppendMenuW(file, MF_SEPARATOR, 0, nullptr);
  addItem(file, exitId, L"E&xit");
  addItem(view, statusBarItemId, L"&Status bar", MF_CHECKED);
  addItem(help, aboutId, L"&About");
  addSubMenu(bar, file, L"&File");
  addSubMenu(bar, view, L"&View");
  addSubMenu(bar, help, L"&Help");
  SetMenu(window, bar);
}

void toggleStatusBar(HWND window) {
  bool shown = GetMenuState(GetMenu(window), statusBarItemId, MF_BYCOMMAND) & MF_CHECKED;
  CheckMenuItem(GetMenu(window), statusBarItemId, shown ? MF_UNCHECKED : MF_CHECKED);
  ShowWindow(GetDlgItem(window, statusId), shown ? SW_HIDE : SW_SHOW);
}

void showContextMenu(HWND window, int x, int y) {
  HMENU menu = CreatePopupMenu();
  addItem(menu, copyId, L"&Copy");
  addItem(menu, pasteId, L"&Paste", MF_GRAYED);
  TrackPopupMenu(menu, TPM_LEFTALIGN | TPM_TOPALIGN, x, y, 0, window, nullptr);
  DestroyMenu(menu);
}

static INT_PTR CALLBACK dialogProc(HWND dialog, UINT message, WPARAM wParam, LPARAM) {
  if (message == WM_INITDIALOG) {
    SetWindowTextW(dialog, L"Fixture Dialog");
    addLabel(dialog, L"&Your name:", {12, 16, 80, 20});
    addControl(dialog, L"EDIT", L"", {100, 14, 160, 22}, dialogNameId, WS_BORDER | WS_TABSTOP);
    addControl(dialog, L"BUTTON", L"OK", {60, 56, 90, 28}, IDOK, WS_TABSTOP | BS_DEFPUSHBUTTON);
    addControl(dialog, L"BUTTON", L"Cancel", {164, 56, 90, 28}, IDCANCEL, WS_TABSTOP);
    SetFocus(GetDlgItem(dialog, dialogNameId));
    return FALSE;
  }
  if (message != WM_COMMAND || (LOWORD(wParam) != IDOK && LOWORD(wParam) != IDCANCEL)) return FALSE;
  wchar_t name[64];
  GetDlgItemTextW(dialog, dialogNameId, name, 64);
  report(GetWindow(dialog, GW_OWNER), LOWORD(wParam) == IDOK ? (std::wstring(L"Hello ") + name).c_str() : L"Cancelled");
  EndDialog(dialog, LOWORD(wParam));
  return TRUE;
}

void showDialog(HWND window) {
  struct {
    DLGTEMPLATE look;
    WORD menu, windowClass, title; // all empty: no menu, the usual dialog class, a title set later
  } dialog = {};
  dialog.look.style = WS_POPUP | WS_CAPTION | WS_SYSMENU | DS_MODALFRAME | DS_CENTER;
  dialog.look.cx = 160, dialog.look.cy = 60; // in dialog units
  DialogBoxIndirectParamW(GetModuleHandleW(nullptr), &dialog.look, window, dialogProc, 0);
}
