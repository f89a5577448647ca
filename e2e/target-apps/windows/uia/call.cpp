#include "call.h"
#include "section.h"

TimeOuts timeOuts;
bool autoSetFocus = true;

static thread_local LONG nodesOfCall = 0;
/** What the nodes of the call under way cost their app, in microseconds. */
static thread_local LONG costOfCall = 0;

static bool concerns(LONG faultWindow, HWND window) {
  HWND wanted = reinterpret_cast<HWND>(static_cast<INT_PTR>(faultWindow));
  return !wanted || window == wanted || GetAncestor(window, GA_ROOT) == wanted;
}

/** Takes one strike of the fault; the one who takes the last also clears it. */
static LONG takeFault(HWND window, bool isAfterAct) {
  Section &shared = section();
  LONG kind = shared.faultKind;
  if (kind == noFault || (kind == answersActs) != isAfterAct || !concerns(shared.faultWindow, window)) return noFault;
  if (shared.faultSkips > 0) {
    InterlockedDecrement(&shared.faultSkips);
    return noFault;
  }
  if (InterlockedDecrement(&shared.faultStrikes) <= 0) shared.faultKind = noFault;
  return kind;
}

bool crossOver(HWND window) {
  Section &shared = section();
  InterlockedIncrement(&shared.calls);
  nodesOfCall = costOfCall = 0;
  spin(shared.callMicroseconds);
  const LONG value = shared.faultValue;
  switch (takeFault(window, false)) {
  case hangs: Sleep(value); return false;
  case crashes: *static_cast<volatile int *>(nullptr) = 1; return false;
  case answersNull: return true;
  case answers: throw Failure{value};
  default: return false;
  }
}

HRESULT afterAct(HWND window, HRESULT result) {
  const LONG value = section().faultValue;
  return takeFault(window, true) == noFault ? result : value;
}

void fetchNode() {
  Section &shared = section();
  InterlockedIncrement(&shared.nodes);
  if (++nodesOfCall > shared.mostNodes) shared.mostNodes = nodesOfCall;
  costOfCall += shared.nodeMicroseconds;
}

void searchNode() {
  InterlockedIncrement(&section().searched);
  costOfCall += section().searchMicroseconds;
}

void keepBusy(HWND window) {
  const LONG cost = std::exchange(costOfCall, 0);
  if (cost <= 0) return;
  Section &shared = section();
  InterlockedExchangeAdd(&shared.appMicroseconds, cost);
  if (cost > shared.mostMicroseconds) shared.mostMicroseconds = cost;
  static const UINT work = RegisterWindowMessageW(L"Deskscope.Fixture.Work");
  // Other people's windows do not know of it.
  if (!SendMessageW(GetAncestor(window, GA_ROOT), work, cost, 0)) spin(cost);
}
