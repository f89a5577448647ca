#pragma once
#include <windows.h>

/**
 * The messages by which a test drives a window (RegisterWindowMessage of `Deskscope.Fixture.<name>`); README.md lists
 * them. True if the message was one of them.
 */
bool handleCommand(HWND window, UINT message, WPARAM wParam, LPARAM lParam, LRESULT *result);

/** The property of a window that `AskNext` was sent to, until it has asked. */
constexpr const wchar_t *askNextProperty = L"Deskscope.Fixture.AskNext";
