#include "gallery-parts.h"
#include <commctrl.h>
#include <string>

namespace {

void reportOf(HWND window, const wchar_t *what, UINT_PTR id) {
  report(window, (what + (L" " + std::to_wstring(id))).c_str());
}

bool commandChanged(HWND window, int id, int code) {
  const bool isList = id == singleId || id == severalId;
  const bool isCombo = id == colourId || id == fruitId;
  if (isList && code == LBN_SELCHANGE) return reportOf(window, L"Selected in", id), true;
  if (isList && code == LBN_DBLCLK) return reportOf(window, L"Opened in", id), true;
  if (isCombo && code == CBN_SELCHANGE) return reportOf(window, L"Selected in", id), true;
  if (isCombo && code == CBN_EDITCHANGE) return reportOf(window, L"Typed in", id), true;
  if (isCombo && code == CBN_DROPDOWN) return reportOf(window, L"Dropped", id), true;
  if (!isCombo && id >= nameId && id <= quantityId && code == EN_CHANGE) return reportOf(window, L"Typed in", id), true;
  return false;
}

bool noticeChanged(HWND window, const NMHDR *news) {
  switch (news->code) {
  case LVN_ITEMCHANGED: {
    const auto *change = reinterpret_cast<const NMLISTVIEW *>(news);
    if (!(change->uNewState & ~change->uOldState & LVIS_SELECTED)) return false;
    return reportOf(window, L"Selected row", change->iItem), true;
  }
  case LVN_ITEMACTIVATE: return reportOf(window, L"Opened in", news->idFrom), true;
  case TVN_SELCHANGEDW: return reportOf(window, L"Selected in", news->idFrom), true;
  case TVN_ITEMEXPANDEDW: return reportOf(window, L"Expanded in", news->idFrom), true;
  default: return false;
  }
}

} // namespace

bool reportChange(HWND window, UINT message, WPARAM wParam, LPARAM lParam) {
  switch (message) {
  case WM_COMMAND: return lParam && commandChanged(window, LOWORD(wParam), HIWORD(wParam));
  case WM_NOTIFY: return noticeChanged(window, reinterpret_cast<const NMHDR *>(lParam));
  case WM_HSCROLL:
  case WM_VSCROLL:
    if (lParam && LOWORD(wParam) == SB_THUMBPOSITION) reportOf(window, L"Moved to", HIWORD(wParam));
    return false;
  default: return false;
  }
}
