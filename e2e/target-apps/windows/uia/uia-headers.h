#pragma once
#include <windows.h>

#include <ole2.h>
#include <oleacc.h>
#include <uiautomation.h>

/** The codes of uiautomationcoreapi.h, as HRESULTs: https://learn.microsoft.com/windows/win32/winauto/uiauto-error-codes */
constexpr HRESULT notEnabled = static_cast<HRESULT>(UIA_E_ELEMENTNOTENABLED);
constexpr HRESULT notAvailable = static_cast<HRESULT>(UIA_E_ELEMENTNOTAVAILABLE);
constexpr HRESULT notSupported = static_cast<HRESULT>(UIA_E_NOTSUPPORTED);
constexpr HRESULT invalidOperation = static_cast<HRESULT>(UIA_E_INVALIDOPERATION);
constexpr HRESULT timedOut = static_cast<HRESULT>(UIA_E_TIMEOUT);

/** UIA_ScrollPatternNoScroll, which mingw's headers lack: https://learn.microsoft.com/windows/win32/winauto/uiauto-controlpatternconstants */
constexpr double noScroll = -1;
