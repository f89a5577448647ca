#include "gallery-parts.h"
#include <commctrl.h>

void addRanges(HWND window) {
  addLabel(window, L"Volume:", {270, 280, 76, 20});
  HWND volume = addControl(window, TRACKBAR_CLASSW, L"", {350, 272, 190, 32}, volumeId, WS_TABSTOP | TBS_AUTOTICKS);
  send(volume, TBM_SETRANGE, TRUE, MAKELPARAM(0, 100));
  send(volume, TBM_SETTICFREQ, 10);
  send(volume, TBM_SETPOS, TRUE, LPARAM{40});
  addLabel(window, L"Progress:", {270, 314, 76, 20});
  send(addControl(window, PROGRESS_CLASSW, L"", {350, 312, 190, 20}, progressId), PBM_SETPOS, 66);
  addLabel(window, L"Quantity:", {270, 346, 76, 20});
  addControl(window, L"EDIT", L"", {350, 344, 80, 22}, quantityId, WS_BORDER | WS_TABSTOP | ES_NUMBER);
  HWND upDown = addControl(window, UPDOWN_CLASSW, L"", {0, 0, 0, 0}, upDownId,
                           UDS_AUTOBUDDY | UDS_SETBUDDYINT | UDS_ALIGNRIGHT | UDS_ARROWKEYS);
  send(upDown, UDM_SETRANGE32, 0, LPARAM{20});
  send(upDown, UDM_SETPOS32, 0, LPARAM{5});
  HWND bar = addControl(window, L"SCROLLBAR", L"", {270, 380, 270, 18}, scrollBarId, SBS_HORZ | WS_TABSTOP);
  SetScrollRange(bar, SB_CTL, 0, 50, FALSE);
  SetScrollPos(bar, SB_CTL, 10, TRUE);
  addControl(window, WC_LINK, L"Read <a id=\"more\">more about it</a>.", {270, 410, 270, 20}, linkId, WS_TABSTOP);
  addLabel(window, L"Date:", {270, 442, 76, 20});
  HWND date = addControl(window, DATETIMEPICK_CLASSW, L"", {350, 438, 190, 24}, dateId, WS_TABSTOP | DTS_SHORTDATEFORMAT);
  SYSTEMTIME day = {};
  day.wYear = 2024, day.wMonth = 2, day.wDay = 29;
  send(date, DTM_SETSYSTEMTIME, GDT_VALID, &day);
}

void addTabs(HWND window) {
  HWND tabs = addControl(window, WC_TABCONTROLW, L"", {16, 370, 230, 146}, tabId, WS_TABSTOP | WS_CLIPSIBLINGS);
  const wchar_t *const names[] = {L"General", L"Details"};
  for (int page = 0; page < 2; ++page) {
    TCITEMW tab = {};
    tab.mask = TCIF_TEXT;
    tab.pszText = text(names[page]);
    send(tabs, TCM_INSERTITEMW, page, &tab);
  }
  addControl(window, L"BUTTON", L"On the general page", {32, 410, 190, 28}, tabButtonId, WS_TABSTOP);
  showTabPage(window);
}

void showTabPage(HWND window) {
  LRESULT page = send(GetDlgItem(window, tabId), TCM_GETCURSEL);
  SetDlgItemTextW(window, tabButtonId, page == 0 ? L"On the general page" : L"On the details page");
  SetWindowPos(GetDlgItem(window, tabButtonId), HWND_TOP, 0, 0, 0, 0, SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE);
}

static void addToolBar(HWND window) {
  HWND bar = addControl(window, TOOLBARCLASSNAMEW, L"", {0, 0, 0, 0}, toolBarId, TBSTYLE_FLAT | TBSTYLE_LIST);
  send(bar, TB_BUTTONSTRUCTSIZE, sizeof(TBBUTTON));
  TBBUTTON buttons[2] = {};
  buttons[0].idCommand = toolNewId, buttons[0].iString = reinterpret_cast<INT_PTR>(L"New sheet");
  buttons[1].idCommand = toolBoldId, buttons[1].iString = reinterpret_cast<INT_PTR>(L"Bold");
  for (TBBUTTON &button : buttons) {
    button.iBitmap = I_IMAGENONE;
    button.fsState = TBSTATE_ENABLED;
    button.fsStyle = BTNS_BUTTON | BTNS_AUTOSIZE | BTNS_SHOWTEXT;
  }
  buttons[1].fsStyle |= BTNS_CHECK;
  send(bar, TB_ADDBUTTONSW, 2, buttons);
  send(bar, TB_AUTOSIZE);
}

void addBars(HWND window) {
  addToolBar(window);
  HWND status = addControl(window, STATUSCLASSNAMEW, L"", {0, 0, 0, 0}, statusId, SBARS_SIZEGRIP);
  const int rightEdges[] = {400, 600, -1};
  send(status, SB_SETPARTS, 3, rightEdges);
  send(status, SB_SETTEXTW, 0, L"Ready");
  send(status, SB_SETTEXTW, 1, L"Line 1");
  send(status, SB_SETTEXTW, 2, L"Fixture");
}

void report(HWND window, const wchar_t *what) { send(GetDlgItem(window, statusId), SB_SETTEXTW, 0, what); }
