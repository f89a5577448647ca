#include "messages.h"

LRESULT ask(HWND window, UINT message, WPARAM wParam, LPARAM lParam) {
  DWORD_PTR answer = 0;
  SetLastError(0);
  if (SendMessageTimeoutW(window, message, wParam, lParam, SMTO_NORMAL, timeOuts.transaction, &answer))
    return static_cast<LRESULT>(answer);
  throw Failure{IsWindow(window) && GetLastError() == ERROR_TIMEOUT ? timedOut : notAvailable};
}

LRESULT ask(HWND window, UINT message, WPARAM wParam, const void *data) {
  return ask(window, message, wParam, reinterpret_cast<LPARAM>(data));
}

HRESULT post(HWND window, UINT message, WPARAM wParam, LPARAM lParam) {
  return PostMessageW(window, message, wParam, lParam) ? S_OK : notAvailable;
}

std::wstring askText(HWND window) {
  const size_t length = ask(window, WM_GETTEXTLENGTH);
  std::wstring text(length + 1, L'\0');
  text.resize(ask(window, WM_GETTEXT, text.size(), text.data()));
  return text;
}

void tellParent(HWND control, WORD notification) {
  ask(GetParent(control), WM_COMMAND, MAKEWPARAM(GetDlgCtrlID(control), notification), control);
}

/** One more than the number: no property is 0. */
int kept(HWND window, const wchar_t *name, int otherwise) {
  const auto found = reinterpret_cast<INT_PTR>(GetPropW(window, name));
  return found ? static_cast<int>(found) - 1 : otherwise;
}

HRESULT keep(HWND window, const wchar_t *name, int number) {
  return SetPropW(window, name, reinterpret_cast<HANDLE>(static_cast<INT_PTR>(number + 1))) ? S_OK : E_FAIL;
}

std::wstring classNameOf(HWND window) {
  wchar_t name[256] = L"";
  GetClassNameW(window, name, 256);
  return name;
}

std::wstring withoutMnemonic(std::wstring text) {
  for (size_t mark = text.find(L'&'); mark != std::wstring::npos; mark = text.find(L'&', mark + 1)) text.erase(mark, 1);
  return text;
}

RemoteMemory::RemoteMemory(HWND window, size_t size) {
  DWORD processId = 0;
  GetWindowThreadProcessId(window, &processId);
  process = OpenProcess(PROCESS_VM_OPERATION | PROCESS_VM_READ | PROCESS_VM_WRITE, FALSE, processId);
  if (!process) throw Failure{notAvailable};
  start = static_cast<char *>(VirtualAllocEx(process, nullptr, size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE));
}

RemoteMemory::~RemoteMemory() {
  VirtualFreeEx(process, start, 0, MEM_RELEASE);
  CloseHandle(process);
}

void RemoteMemory::write(const void *data, size_t size, size_t offset) {
  if (!WriteProcessMemory(process, start + offset, data, size, nullptr)) throw Failure{notAvailable};
}

void RemoteMemory::read(void *data, size_t size, size_t offset) const {
  if (!ReadProcessMemory(process, start + offset, data, size, nullptr)) throw Failure{notAvailable};
}

std::wstring askTextInto(HWND window, UINT message, WPARAM wParam) {
  wchar_t text[512] = {};
  RemoteMemory memory(window, sizeof text);
  memory.write(text, sizeof text);
  ask(window, message, wParam, memory.address());
  memory.read(text, sizeof text);
  text[511] = 0;
  return text;
}
