#pragma once
#include "node.h"

// The made-up tree that a test hangs below a window by the shared section: each gives nothing for other windows.
NodePtr syntheticWindow(HWND window);
NodePtr syntheticNodeAt(HWND window, POINT point);

/** A node of the tree by its number, from 1; nothing if there is none. */
NodePtr syntheticNode(int number);
