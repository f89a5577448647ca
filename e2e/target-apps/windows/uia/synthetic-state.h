#pragma once
#include "uia-headers.h"
#include <optional>
#include <set>
#include <string>

/** What was done to a node of the made-up tree since it is there. */
struct SyntheticState {
  int toggled = ToggleState_Off;
  bool expanded = true, selected = false;
  double range = 30, scrolled = 0;
  std::optional<std::wstring> value;
  int selectionStart = 0, selectionEnd = 0;
};

/** Reads the state of a node, without making it remember anything. */
SyntheticState syntheticState(int number);

/** Changes it, and tells the test in the shared section which pattern did. */
template <class Change> HRESULT actOn(int number, PATTERNID pattern, Change change);

int syntheticFocus();
void focusSynthetic(int number);

bool isRealised(int number);
void realise(int number);

// Behind actOn: the lock, the map and the news.
SyntheticState &lockState(int number);
void unlockState(int number, PATTERNID pattern);

template <class Change> HRESULT actOn(int number, PATTERNID pattern, Change change) {
  change(lockState(number));
  unlockState(number, pattern);
  return S_OK;
}
