#include "commands.h"
#include <string>

namespace {

LRESULT hang(HWND, WPARAM milliseconds, LPARAM) {
  Sleep(static_cast<DWORD>(milliseconds));
  return 1;
}

LRESULT hangForever(HWND, WPARAM, LPARAM) {
  Sleep(INFINITE);
  return 0;
}

LRESULT crash(HWND, WPARAM, LPARAM) {
  *static_cast<volatile int *>(nullptr) = 1;
  return 0;
}

/** Wine tells nobody of a new title, Windows does: `notify` does it by hand. */
LRESULT setTitle(HWND window, WPARAM number, LPARAM notify) {
  std::wstring title = L"Fixture Title " + std::to_wstring(number);
  SetWindowTextW(window, title.c_str());
  if (notify) NotifyWinEvent(EVENT_OBJECT_NAMECHANGE, window, OBJID_WINDOW, CHILDID_SELF);
  return 1;
}

/** The next button that is pushed opens the dialog, and its push is not over before that is. */
LRESULT askNext(HWND window, WPARAM, LPARAM) { return SetPropW(window, askNextProperty, window); }

struct Command {
  const wchar_t *name;
  LRESULT (*run)(HWND window, WPARAM wParam, LPARAM lParam);
  UINT message = RegisterWindowMessageW(name);
};

const Command commands[] = {
    {L"Deskscope.Fixture.Hang", hang},
    {L"Deskscope.Fixture.HangForever", hangForever},
    {L"Deskscope.Fixture.Crash", crash},
    {L"Deskscope.Fixture.SetTitle", setTitle},
    {L"Deskscope.Fixture.AskNext", askNext},
};

} // namespace

bool handleCommand(HWND window, UINT message, WPARAM wParam, LPARAM lParam, LRESULT *result) {
  for (const Command &command : commands) {
    if (message != command.message) continue;
    *result = command.run(window, wParam, lParam);
    return true;
  }
  return false;
}
