#pragma once
#include "uia-headers.h"
#include <string>
#include <vector>

/** A VARIANT that owns what it holds. */
class Variant : public VARIANT {
public:
  Variant() { VariantInit(this); }
  Variant(bool value) : Variant() { vt = VT_BOOL, boolVal = value ? VARIANT_TRUE : VARIANT_FALSE; }
  Variant(int value) : Variant() { vt = VT_I4, lVal = value; }
  Variant(double value) : Variant() { vt = VT_R8, dblVal = value; }
  Variant(const std::wstring &value);
  Variant(const wchar_t *value) : Variant(std::wstring(value)) {}
  /** A rectangle as UI Automation has it: left, top, width, height. */
  explicit Variant(const RECT &box);
  explicit Variant(const std::vector<int> &numbers);
  explicit Variant(const std::vector<std::wstring> &texts);
  Variant(const VARIANT &other) : Variant() { VariantCopy(this, const_cast<VARIANT *>(&other)); }
  Variant(const Variant &other) : Variant(static_cast<const VARIANT &>(other)) {}
  Variant(Variant &&other) noexcept : Variant() { std::swap<VARIANT>(*this, other); }
  Variant &operator=(Variant other) {
    std::swap<VARIANT>(*this, other);
    return *this;
  }
  ~Variant() { VariantClear(this); }

  bool empty() const { return vt == VT_EMPTY; }
  std::wstring text() const;
};

SAFEARRAY *safeArrayOf(const std::vector<int> &numbers);
std::vector<int> numbersOf(SAFEARRAY *array);

/** Whether a property has the value that a condition asks for. */
bool sameValue(const Variant &actual, const VARIANT &wanted);

// What a getter hands to its caller. Nothing known gives nothing: an empty text, zero.
HRESULT store(const Variant &value, BSTR *out);
HRESULT store(const Variant &value, int *out);
HRESULT store(const Variant &value, DWORD *out);
HRESULT store(const Variant &value, double *out);
HRESULT store(const Variant &value, RECT *out);
HRESULT store(const Variant &value, UIA_HWND *out);
HRESULT store(const Variant &value, SAFEARRAY **out);
HRESULT store(const Variant &value, VARIANT *out);

template <class Enum> std::enable_if_t<std::is_enum_v<Enum>, HRESULT> store(const Variant &value, Enum *out) {
  int number;
  HRESULT result = store(value, &number);
  *out = static_cast<Enum>(number);
  return result;
}
