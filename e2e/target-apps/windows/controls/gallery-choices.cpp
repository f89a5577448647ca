#include "gallery-parts.h"
#include <commctrl.h>

static void addToolTip(HWND window, int id, const wchar_t *tip) {
  HWND toolTip = CreateWindowExW(WS_EX_TOPMOST, TOOLTIPS_CLASSW, nullptr, WS_POPUP | TTS_ALWAYSTIP, 0, 0, 0, 0, window,
                                 nullptr, GetModuleHandleW(nullptr), nullptr);
  TTTOOLINFOW tool = {};
  tool.cbSize = TTTOOLINFOW_V2_SIZE;
  tool.uFlags = TTF_IDISHWND | TTF_SUBCLASS;
  tool.hwnd = window;
  tool.uId = reinterpret_cast<UINT_PTR>(GetDlgItem(window, id));
  tool.lpszText = text(tip);
  send(toolTip, TTM_ADDTOOLW, 0, &tool);
}

static void addButtons(HWND window) {
  addControl(window, L"BUTTON", L"&Push me", {16, 290, 110, 28}, pushId, WS_TABSTOP);
  addControl(window, L"BUTTON", L"Disabled", {136, 290, 110, 28}, disabledId, WS_TABSTOP | WS_DISABLED);
  addControl(window, L"BUTTON", L"&Open dialog", {16, 326, 110, 28}, openDialogId, WS_TABSTOP);
  addControl(window, L"BUTTON", L"&Menu", {136, 326, 110, 28}, menuButtonId, WS_TABSTOP);
  addToolTip(window, pushId, L"Pushes, and says so in the status bar");
}

void addChoices(HWND window) {
  addControl(window, L"BUTTON", L"&Subscribe", {16, 48, 200, 22}, subscribeId, WS_TABSTOP | BS_AUTOCHECKBOX);
  addControl(window, L"BUTTON", L"Partly", {16, 76, 200, 22}, partlyId, WS_TABSTOP | BS_AUTO3STATE);
  addControl(window, L"BUTTON", L"Locked choice", {16, 104, 200, 22}, lockedChoiceId, WS_DISABLED | BS_AUTOCHECKBOX);
  CheckDlgButton(window, subscribeId, BST_CHECKED);
  CheckDlgButton(window, partlyId, BST_INDETERMINATE);

  addControl(window, L"BUTTON", L"Size", {16, 140, 230, 130}, sizeGroupId, BS_GROUPBOX | WS_GROUP);
  addControl(window, L"BUTTON", L"Small", {32, 166, 180, 22}, smallId, WS_TABSTOP | WS_GROUP | BS_AUTORADIOBUTTON);
  addControl(window, L"BUTTON", L"Medium", {32, 198, 180, 22}, mediumId, BS_AUTORADIOBUTTON);
  addControl(window, L"BUTTON", L"Large", {32, 230, 180, 22}, largeId, BS_AUTORADIOBUTTON);
  CheckRadioButton(window, smallId, largeId, mediumId);
  addButtons(window);
}
