#pragma once
#include "node.h"

/** A window whose tree a test wrote down, node by node; nothing while the section says that it is none. */
NodePtr writtenWindow(HWND window);
