#pragma once
#include "node.h"

// Rows of the made-up tree's list that have no providers of their own: the list finds them, and then they can be realised.

/** The first that has a property of that value: its name or automation id. */
NodePtr virtualRow(int list, PROPERTYID id, const VARIANT &value);

/** Those that were realised, which are children of the list. */
Nodes realizedRows(int list);
