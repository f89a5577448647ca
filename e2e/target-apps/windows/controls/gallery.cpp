#include "commands.h"
#include "gallery-parts.h"
#include "window-kind.h"
#include <algorithm>
#include <commctrl.h>
#include <string>

namespace {

void fill(HWND window) {
  addMenu(window);
  addChoices(window);
  addTexts(window);
  addRanges(window);
  addTabs(window);
  addLists(window);
  addBars(window);
}

std::wstring withoutMnemonic(const wchar_t *name) {
  std::wstring plain = name;
  plain.resize(std::min(plain.find(L'\t'), plain.size()));
  if (size_t mark = plain.find(L'&'); mark != std::wstring::npos) plain.erase(mark, 1);
  return plain;
}

void reportMenuItem(HWND window, int id) {
  wchar_t name[64];
  if (!GetMenuStringW(GetMenu(window), id, name, 64, MF_BYCOMMAND)) return report(window, L"Chose Copy");
  report(window, (L"Chose " + withoutMnemonic(name)).c_str());
}

void reportButton(HWND window, HWND button) {
  wchar_t name[64];
  GetWindowTextW(button, name, 64);
  report(window, (L"Pushed " + withoutMnemonic(name)).c_str());
}

bool menuChosen(HWND window, int id) {
  reportMenuItem(window, id);
  if (id == exitId) DestroyWindow(window);
  else if (id == statusBarItemId) toggleStatusBar(window);
  return true;
}

bool buttonPushed(HWND window, int id, HWND button) {
  reportButton(window, button);
  if (id == openDialogId || RemovePropW(window, askNextProperty)) showDialog(window);
  else if (id == menuButtonId) {
    RECT box;
    GetWindowRect(button, &box);
    showContextMenu(window, box.left, box.bottom);
  }
  return true;
}

bool commanded(HWND window, int id, int code, HWND control) {
  if (!control) return menuChosen(window, id);
  if (id == toolNewId) return report(window, L"Tool New sheet"), true;
  if (id == toolBoldId) return report(window, L"Tool Bold"), true;
  wchar_t className[32];
  GetClassNameW(control, className, 32);
  if (code == BN_CLICKED && !lstrcmpiW(className, L"Button")) return buttonPushed(window, id, control);
  return false;
}

bool notified(HWND window, const NMHDR *news) {
  if (news->code == static_cast<UINT>(TCN_SELCHANGE)) showTabPage(window);
  if (news->idFrom == linkId && (news->code == static_cast<UINT>(NM_CLICK) || news->code == static_cast<UINT>(NM_RETURN)))
    report(window, L"Followed the link");
  return false;
}

bool handle(HWND window, UINT message, WPARAM wParam, LPARAM lParam, LRESULT *) {
  if (reportChange(window, message, wParam, lParam)) return false;
  switch (message) {
  case WM_COMMAND:
    return commanded(window, LOWORD(wParam), HIWORD(wParam), reinterpret_cast<HWND>(lParam));
  case WM_NOTIFY:
    return notified(window, reinterpret_cast<NMHDR *>(lParam));
  case WM_CONTEXTMENU:
    showContextMenu(window, static_cast<short>(LOWORD(lParam)), static_cast<short>(HIWORD(lParam)));
    return true;
  case WM_SIZE:
    send(GetDlgItem(window, statusId), WM_SIZE);
    send(GetDlgItem(window, toolBarId), TB_AUTOSIZE);
    return false;
  default:
    return false;
  }
}

} // namespace

const WindowKind galleryWindow = {L"gallery", L"FixtureGallery", L"Fixture Gallery", {20, 20, 930, 640}, fill, handle};
