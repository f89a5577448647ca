#include "window-node.h"
NodePtr controlNode(HWND window, const std::wstring &) { return std::make_shared<WindowNode>(window); }
