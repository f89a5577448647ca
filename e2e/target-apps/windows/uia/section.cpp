#include "section.h"

static bool isRunning(DWORD processId) {
  HANDLE process = OpenProcess(SYNCHRONIZE, FALSE, processId);
  if (!process) return false;
  bool running = WaitForSingleObject(process, 0) == WAIT_TIMEOUT;
  CloseHandle(process);
  return running;
}

/** What a process that died left behind is no leak of this one. */
static void takeOver(Section &shared) {
  if (shared.processId && isRunning(shared.processId)) return;
  shared.processId = GetCurrentProcessId();
  shared.liveObjects = shared.calls = shared.subscriptions = shared.events = shared.nodes = shared.mostNodes =
      shared.searched = shared.appMicroseconds = shared.mostMicroseconds = shared.coalesces = shared.recovers = shared.defaultActions = 0;
}

static Section *openSection() {
  HANDLE mapping = CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0, sizeof(Section),
                                      L"Local\\DeskscopeUia");
  auto *shared = static_cast<Section *>(MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0, sizeof(Section)));
  takeOver(*shared);
  return shared;
}

Section &section() {
  static Section *const opened = openSection();
  return *opened;
}

void spin(LONG microseconds) {
  if (microseconds <= 0) return;
  LARGE_INTEGER frequency, start, now;
  QueryPerformanceFrequency(&frequency);
  QueryPerformanceCounter(&start);
  do QueryPerformanceCounter(&now);
  while ((now.QuadPart - start.QuadPart) * 1'000'000 < frequency.QuadPart * microseconds);
}
