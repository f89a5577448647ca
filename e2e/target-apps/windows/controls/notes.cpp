#include "controls.h"
#include "window-kind.h"

namespace {

constexpr int textId = 1001;

void fill(HWND window) {
  addControl(window, L"EDIT", L"", {0, 0, 0, 0}, textId,
             WS_TABSTOP | WS_VSCROLL | ES_MULTILINE | ES_WANTRETURN | ES_AUTOVSCROLL);
}

bool handle(HWND window, UINT message, WPARAM, LPARAM lParam, LRESULT *) {
  if (message == WM_SETFOCUS) SetFocus(GetDlgItem(window, textId));
  if (message == WM_SIZE) MoveWindow(GetDlgItem(window, textId), 0, 0, LOWORD(lParam), HIWORD(lParam), TRUE);
  return false;
}

} // namespace

const WindowKind notesWindow = {L"notes", L"FixtureNotes", L"Fixture Notes", {980, 350, 420, 300}, fill, handle};
