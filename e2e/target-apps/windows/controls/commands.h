#pragma once
#include <windows.h>

/**
 * The messages by which a test drives a window (RegisterWindowMessage of `Deskscope.Fixture.<name>`); README.md lists
 * them. True if the message was one of them.
 */
bool handleCommand(HWND window, UINT message, WPARAM wParam, LPARAM lParam, LRESULT *result);
