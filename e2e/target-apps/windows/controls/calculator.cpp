#include "controls.h"
#include "window-kind.h"
#include <cstdlib>
#include <string>

namespace {

constexpr int displayId = 150, clearId = 81, divideId = 91, multiplyId = 92, addId = 93, subtractId = 94;
constexpr int equalsId = 121, digitId = 130; // digit n has id 130 + n

struct Key {
  const wchar_t *name;
  int id;
};

const Key keys[4][4] = {
    {{L"7", digitId + 7}, {L"8", digitId + 8}, {L"9", digitId + 9}, {L"/", divideId}},
    {{L"4", digitId + 4}, {L"5", digitId + 5}, {L"6", digitId + 6}, {L"*", multiplyId}},
    {{L"1", digitId + 1}, {L"2", digitId + 2}, {L"3", digitId + 3}, {L"-", subtractId}},
    {{L"C", clearId}, {L"0", digitId}, {L"=", equalsId}, {L"+", addId}},
};

/** What a calculator knows; kept as a property of its window, since a process may show several. */
struct Sum {
  double left = 0;
  int operation = 0;
  bool startsAnew = true;
};

const wchar_t *const sumProperty = L"FixtureSum";

Sum *sumOf(HWND window) { return static_cast<Sum *>(GetPropW(window, sumProperty)); }

std::wstring shown(HWND window) {
  wchar_t content[64];
  GetDlgItemTextW(window, displayId, content, 64);
  return content;
}

double calculated(int operation, double left, double right) {
  switch (operation) {
  case addId: return left + right;
  case subtractId: return left - right;
  case multiplyId: return left * right;
  case divideId: return left / right;
  default: return right;
  }
}

void show(HWND window, double value) {
  wchar_t content[64];
  swprintf(content, 64, L"%.10g", value);
  SetDlgItemTextW(window, displayId, content);
}

void pressDigit(HWND window, int digit) {
  Sum *sum = sumOf(window);
  std::wstring content = sum->startsAnew || shown(window) == L"0" ? L"" : shown(window);
  sum->startsAnew = false;
  SetDlgItemTextW(window, displayId, (content + std::to_wstring(digit)).c_str());
}

void pressOperation(HWND window, int operation) {
  Sum *sum = sumOf(window);
  double value = wcstod(shown(window).c_str(), nullptr);
  sum->left = sum->startsAnew ? value : calculated(sum->operation, sum->left, value);
  sum->operation = operation == equalsId ? 0 : operation;
  sum->startsAnew = true;
  show(window, sum->left);
}

bool press(HWND window, int id) {
  if (id >= digitId && id <= digitId + 9) pressDigit(window, id - digitId);
  else if (id == clearId) *sumOf(window) = Sum(), show(window, 0);
  else if (id == equalsId || (id >= divideId && id <= subtractId)) pressOperation(window, id);
  else return false;
  return true;
}

bool pressNamed(HWND window, wchar_t name) {
  for (const auto &row : keys)
    for (const Key &key : row)
      if (key.name[0] == name) return press(window, key.id);
  return name == L'\r' && press(window, equalsId);
}

void fill(HWND window) {
  SetPropW(window, sumProperty, new Sum);
  addControl(window, L"EDIT", L"0", {12, 12, 236, 30}, displayId, WS_BORDER | WS_TABSTOP | ES_READONLY | ES_RIGHT);
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) {
      const Key &key = keys[row][column];
      addControl(window, L"BUTTON", key.name, {12 + 60 * column, 54 + 48 * row, 56, 44}, key.id, WS_TABSTOP);
    }
}

bool handle(HWND window, UINT message, WPARAM wParam, LPARAM, LRESULT *result) {
  switch (message) {
  case WM_COMMAND: return HIWORD(wParam) == BN_CLICKED && press(window, LOWORD(wParam));
  case WM_CHAR: return (*result = pressNamed(window, static_cast<wchar_t>(wParam)));
  case WM_NCDESTROY: delete static_cast<Sum *>(RemovePropW(window, sumProperty)); return false;
  default: return false;
  }
}

} // namespace

const WindowKind calculatorWindow = {L"calculator",          L"FixtureCalculator", L"Fixture Calculator",
                                     {980, 20, 278, 300}, fill,                 handle};
