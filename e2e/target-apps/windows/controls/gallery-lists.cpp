#include "gallery-parts.h"
#include <commctrl.h>
#include <string>

static void addListBoxes(HWND window) {
  HWND single = addControl(window, L"LISTBOX", L"", {570, 66, 150, 110}, singleId,
                           WS_BORDER | WS_TABSTOP | WS_VSCROLL | LBS_NOTIFY);
  for (int item = 1; item <= 20; ++item) send(single, LB_ADDSTRING, 0, (L"Item " + std::to_wstring(item)).c_str());
  send(single, LB_SETCURSEL, 2);

  addLabel(window, L"Several:", {740, 48, 150, 16});
  HWND several = addControl(window, L"LISTBOX", L"", {740, 66, 150, 110}, severalId,
                            WS_BORDER | WS_TABSTOP | WS_VSCROLL | LBS_NOTIFY | LBS_EXTENDEDSEL);
  for (const wchar_t *item : {L"Alpha", L"Beta", L"Gamma", L"Delta"}) send(several, LB_ADDSTRING, 0, item);
  send(several, LB_SETSEL, TRUE, LPARAM{0});
  send(several, LB_SETSEL, TRUE, LPARAM{2});
}

static const wchar_t *const columns[] = {L"Family", L"Born", L"First"};
static const wchar_t *const people[][3] = {
    {L"Lovelace", L"1815", L"Ada"},   {L"Lilienthal", L"1848", L"Otto"}, {L"Curie", L"1867", L"Marie"},
    {L"Turing", L"1912", L"Alan"},    {L"Hopper", L"1906", L"Grace"},
};

static void addPeople(HWND window) {
  HWND list = addControl(window, WC_LISTVIEWW, L"", {570, 206, 320, 130}, peopleId,
                         WS_BORDER | WS_TABSTOP | LVS_REPORT | LVS_SHOWSELALWAYS);
  send(list, LVM_SETEXTENDEDLISTVIEWSTYLE, LVS_EX_FULLROWSELECT, LVS_EX_FULLROWSELECT);
  for (int column = 0; column < 3; ++column) {
    LVCOLUMNW made = {};
    made.mask = LVCF_TEXT | LVCF_WIDTH;
    made.cx = 100;
    made.pszText = text(columns[column]);
    send(list, LVM_INSERTCOLUMNW, column, &made);
  }
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 3; ++column) {
      LVITEMW cell = {};
      cell.mask = LVIF_TEXT;
      cell.iItem = row;
      cell.iSubItem = column;
      cell.pszText = text(people[row][column]);
      send(list, column ? LVM_SETITEMW : LVM_INSERTITEMW, 0, &cell);
    }
}

static HTREEITEM addBranch(HWND tree, HTREEITEM parent, const wchar_t *name) {
  TVINSERTSTRUCTW branch = {};
  branch.hParent = parent;
  branch.hInsertAfter = TVI_LAST;
  branch.item.mask = TVIF_TEXT;
  branch.item.pszText = text(name);
  return reinterpret_cast<HTREEITEM>(send(tree, TVM_INSERTITEMW, 0, &branch));
}

static void addTree(HWND window) {
  HWND tree = addControl(window, WC_TREEVIEWW, L"", {570, 366, 320, 150}, treeId,
                         WS_BORDER | WS_TABSTOP | TVS_HASLINES | TVS_HASBUTTONS | TVS_LINESATROOT);
  HTREEITEM europe = addBranch(tree, TVI_ROOT, L"Europe");
  HTREEITEM france = addBranch(tree, europe, L"France");
  addBranch(tree, france, L"Paris");
  addBranch(tree, france, L"Lyon");
  addBranch(tree, europe, L"Italy");
  HTREEITEM asia = addBranch(tree, TVI_ROOT, L"Asia");
  addBranch(tree, addBranch(tree, asia, L"Japan"), L"Kyoto");
  send(tree, TVM_EXPAND, TVE_EXPAND, europe);
}

void addLists(HWND window) {
  addLabel(window, L"Single:", {570, 48, 150, 16});
  addListBoxes(window);
  addLabel(window, L"People:", {570, 188, 150, 16});
  addPeople(window);
  addLabel(window, L"Places:", {570, 348, 150, 16});
  addTree(window);
}
