#pragma once
#include "uia-headers.h"
#include <utility>

/** Leaves the work of a call with the answer that its client gets. */
struct Failure {
  HRESULT code;
};

/** IUIAutomation2's time-outs in milliseconds, for this process; the values are those that Windows starts with. */
struct TimeOuts {
  DWORD connection = 2'000, transaction = 20'000;
};
extern TimeOuts timeOuts;

/** IUIAutomation2's AutoSetFocus, for this process: patterns give their element the focus before they act. */
extern bool autoSetFocus;

/**
 * Counts a call about something in this window, lets it cost what the test wants, and lets the test's fault strike.
 * Throws Failure. True if the call is to answer nothing.
 */
bool crossOver(HWND window);

/** How an action went that went so, unless the test's fault strikes after it. */
HRESULT afterAct(HWND window, HRESULT result);

/** Counts a node that the call under way fetches, and lets it cost what the test wants. */
void fetchNode();

/** The same for one that it looks at for whether it meets a condition. */
void searchNode();

/** Keeps the app of the window from its messages for as long as the nodes of the call under way cost. */
void keepBusy(HWND window);

/** A call that would cross to the process of this window: runs `work`, which may throw Failure, and says how it went. */
template <class Work> HRESULT callAcross(HWND window, Work work) {
  HRESULT result;
  try {
    result = crossOver(window) ? S_OK : work();
  } catch (const Failure &failure) {
    result = failure.code;
  }
  keepBusy(window);
  return result;
}

/** The same with an answer: `work` fills it, and nothing is in it otherwise. */
template <class Answer, class Work> HRESULT callAcross(HWND window, Answer *answer, Work work) {
  if (!answer) return E_POINTER;
  *answer = {};
  return callAcross(window, std::move(work));
}
