#include "gallery-parts.h"

static HWND addCombo(HWND window, int id, int top, DWORD style, const wchar_t *const (&choices)[3]) {
  HWND combo = addControl(window, L"COMBOBOX", L"", {350, top, 190, 160}, id, WS_TABSTOP | WS_VSCROLL | style);
  for (const wchar_t *choice : choices) send(combo, CB_ADDSTRING, 0, choice);
  return combo;
}

void addTexts(HWND window) {
  const DWORD edit = WS_BORDER | WS_TABSTOP | ES_AUTOHSCROLL;
  addLabel(window, L"&Name:", {270, 50, 76, 20});
  addControl(window, L"EDIT", L"Ada", {350, 48, 190, 22}, nameId, edit);
  addLabel(window, L"No&tes:", {270, 78, 76, 20});
  addControl(window, L"EDIT", L"first line\r\nsecond line\r\nthird line\r\nfourth line\r\nfifth line", {350, 78, 190, 66},
             notesId, WS_BORDER | WS_TABSTOP | WS_VSCROLL | ES_MULTILINE | ES_AUTOVSCROLL | ES_WANTRETURN);
  addLabel(window, L"Read only:", {270, 154, 76, 20});
  addControl(window, L"EDIT", L"cannot be changed", {350, 152, 190, 22}, readOnlyId, edit | ES_READONLY);
  addLabel(window, L"Password:", {270, 182, 76, 20});
  addControl(window, L"EDIT", L"secret", {350, 180, 190, 22}, passwordId, edit | ES_PASSWORD);

  addLabel(window, L"Colour:", {270, 212, 76, 20});
  HWND colour = addCombo(window, colourId, 210, CBS_DROPDOWN, {L"Red", L"Green", L"Blue"});
  SetWindowTextW(colour, L"Turquoise");
  addLabel(window, L"Fruit:", {270, 242, 76, 20});
  HWND fruit = addCombo(window, fruitId, 240, CBS_DROPDOWNLIST, {L"Apple", L"Banana", L"Cherry"});
  send(fruit, CB_SETCURSEL, 1);
}
