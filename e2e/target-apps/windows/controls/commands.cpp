#include "commands.h"
#include <atomic>
#include <string>

namespace {

/** How long something took since `start`, of QueryPerformanceCounter. */
LONGLONG microsecondsSince(LONGLONG start) {
  LARGE_INTEGER frequency, now;
  QueryPerformanceFrequency(&frequency);
  QueryPerformanceCounter(&now);
  return (now.QuadPart - start) * 1'000'000 / frequency.QuadPart;
}

LONGLONG timeNow() {
  LARGE_INTEGER now;
  QueryPerformanceCounter(&now);
  return now.QuadPart;
}

/** What a provider does on the thread of its window: nothing else happens there meanwhile. */
LRESULT work(HWND, WPARAM microseconds, LPARAM) {
  const LONGLONG start = timeNow();
  while (microsecondsSince(start) < static_cast<LONGLONG>(microseconds)) {
  }
  return 1;
}

/** A message that is posted again and again, as input is: how long the longest waited for its turn, in microseconds. */
struct Probe {
  std::atomic<bool> runs{false};
  std::atomic<LONGLONG> posted{0}; // when the one that waits was; 0 for none
  std::atomic<LONGLONG> longest{0};
} probe;

const UINT probed = RegisterWindowMessageW(L"Deskscope.Fixture.Probed");

DWORD WINAPI postProbes(void *window) {
  while (probe.runs) {
    if (!probe.posted) {
      probe.posted = timeNow();
      PostMessageW(static_cast<HWND>(window), probed, 0, 0);
    }
    Sleep(1);
  }
  return 0;
}

LRESULT takeProbe(HWND, WPARAM, LPARAM) {
  const LONGLONG posted = probe.posted.exchange(0);
  const LONGLONG waited = posted ? microsecondsSince(posted) : 0;
  if (waited > probe.longest) probe.longest = waited;
  return 1;
}

/** Begins to probe the window's messages, and ends it: answers the longest wait. */
LRESULT probeMessages(HWND window, WPARAM begins, LPARAM) {
  if (!begins) return probe.runs = false, static_cast<LRESULT>(probe.longest.load());
  probe.longest = 0;
  if (!probe.runs.exchange(true)) CloseHandle(CreateThread(nullptr, 0, postProbes, window, 0, nullptr));
  return 1;
}

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
    {L"Deskscope.Fixture.Work", work},
    {L"Deskscope.Fixture.Probe", probeMessages},
    {L"Deskscope.Fixture.Probed", takeProbe},
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
