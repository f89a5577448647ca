#pragma once
#include "call.h"
#include <string>

/** Sends a message to a window of another process and waits for its answer. Throws Failure: timed out, or gone. */
LRESULT ask(HWND window, UINT message, WPARAM wParam = 0, LPARAM lParam = 0);
LRESULT ask(HWND window, UINT message, WPARAM wParam, const void *data);

/** The same without waiting: for what may open a dialog and answer only when it closes. */
HRESULT post(HWND window, UINT message, WPARAM wParam = 0, LPARAM lParam = 0);

/** A control's text; empty if it has none. */
std::wstring askText(HWND window);

/** Tells the parent of a control what happened in it, as the control does when the user does it. */
void tellParent(HWND control, WORD notification);

/** A number that the fixture keeps with a window, for what no control has by itself. */
int kept(HWND window, const wchar_t *name, int otherwise);
HRESULT keep(HWND window, const wchar_t *name, int number);

std::wstring classNameOf(HWND window);
std::wstring withoutMnemonic(std::wstring text);
inline bool hasStyle(HWND window, LONG style) { return (GetWindowLongW(window, GWL_STYLE) & style) == style; }

/** Memory in the process of a window: common controls are asked by structures that lie there. */
class RemoteMemory {
public:
  RemoteMemory(HWND window, size_t size);
  ~RemoteMemory();
  RemoteMemory(const RemoteMemory &) = delete;
  RemoteMemory &operator=(const RemoteMemory &) = delete;

  void write(const void *data, size_t size, size_t offset = 0);
  void read(void *data, size_t size, size_t offset = 0) const;
  char *address() const { return start; }

private:
  HANDLE process;
  char *start;
};

/** Asks by a structure: it is copied there, the message sent with its address, and copied back. */
template <class Data> LRESULT askWith(HWND window, UINT message, WPARAM wParam, Data &data) {
  RemoteMemory memory(window, sizeof data);
  memory.write(&data, sizeof data);
  LRESULT result = ask(window, message, wParam, memory.address());
  memory.read(&data, sizeof data);
  return result;
}

/** Asks for a text by a structure whose `text` member points to room for it. */
template <class Data> std::wstring askTextWith(HWND window, UINT message, WPARAM wParam, Data data, wchar_t *Data::*text) {
  constexpr size_t room = 512;
  RemoteMemory memory(window, sizeof data + room * sizeof(wchar_t));
  data.*text = reinterpret_cast<wchar_t *>(memory.address() + sizeof data);
  memory.write(&data, sizeof data);
  ask(window, message, wParam, memory.address());
  wchar_t read[room] = {};
  memory.read(read, sizeof read, sizeof data);
  read[room - 1] = 0;
  return read;
}

/** Asks for a text by a message that takes the address of room for it. */
std::wstring askTextInto(HWND window, UINT message, WPARAM wParam);
