#pragma once
#include "node.h"

/** The visible top-level windows that this window owns, or, for none, that no visible window owns; from the top down. */
std::vector<HWND> topLevelWindows(HWND owner);
