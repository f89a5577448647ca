#pragma once
#include "controls.h"

/** The control ids of the gallery: its automation ids. README.md lists them with their contents. */
enum GalleryId {
  subscribeId = 201, partlyId, lockedChoiceId, sizeGroupId = 210, smallId, mediumId, largeId,
  pushId = 221, disabledId, openDialogId, menuButtonId,
  nameId = 301, notesId, readOnlyId, passwordId, colourId = 311, fruitId,
  singleId = 321, severalId, peopleId = 331, treeId,
  tabId = 351, tabButtonId, volumeId, progressId, quantityId, upDownId, scrollBarId, linkId, dateId,
  toolBarId = 361, statusId,
  newId = 401, openId, exitId, recentOneId = 411, recentTwoId, statusBarItemId = 421, aboutId = 431,
  copyId = 441, pasteId,
  toolNewId = 451, toolBoldId, dialogNameId = 501,
};

/** Each adds one part of the gallery to its window. */
void addChoices(HWND window);
void addTexts(HWND window);
void addLists(HWND window);
void addRanges(HWND window);
void addTabs(HWND window);
void addBars(HWND window);
void addMenu(HWND window);

/** Writes what just happened into the first part of the status bar. */
void report(HWND window, const wchar_t *what);

/** Reports what a control tells its window when somebody changes it by hand: true if this message was such news. */
bool reportChange(HWND window, UINT message, WPARAM wParam, LPARAM lParam);

/** Shows the page of the tab that is selected. */
void showTabPage(HWND window);

/** Shows the context menu at a point of the screen. */
void showContextMenu(HWND window, int x, int y);

/** Shows the modal dialog and reports what it was left with. */
void showDialog(HWND window);

/** Turns the check item of the view menu, and with it the status bar. */
void toggleStatusBar(HWND window);
