#include "controls.h"
#include "window-kind.h"

namespace {

constexpr int textId = 1001, messageId = 1002;

void fill(HWND window) {
  addControl(window, L"EDIT", L"", {0, 0, 0, 0}, textId,
             WS_TABSTOP | WS_VSCROLL | ES_MULTILINE | ES_WANTRETURN | ES_AUTOVSCROLL);
}

bool handle(HWND window, UINT message, WPARAM, LPARAM lParam, LRESULT *) {
  if (message == WM_SETFOCUS) SetFocus(GetDlgItem(window, textId));
  if (message == WM_SIZE) MoveWindow(GetDlgItem(window, textId), 0, 0, LOWORD(lParam), HIWORD(lParam), TRUE);
  return false;
}

void fillSleeper(HWND window) {
  addLabel(window, L"Its thread sleeps when it is told to.", {12, 12, 300, 20});
  addControl(window, L"BUTTON", L"Sleep 3 s", {12, 44, 100, 28}, messageId, WS_TABSTOP);
}

bool handleSleeper(HWND, UINT message, WPARAM wParam, LPARAM, LRESULT *) {
  if (message == WM_COMMAND && LOWORD(wParam) == messageId) Sleep(3000);
  return false;
}

} // namespace

const WindowKind notesWindow = {L"notes", L"FixtureNotes", L"Fixture Notes", {980, 350, 420, 300}, fill, handle};
const WindowKind sleeperWindow = {L"sleeper",           L"FixtureSleeper", L"Fixture Sleeper",
                                  {980, 680, 360, 160}, fillSleeper,       handleSleeper};
