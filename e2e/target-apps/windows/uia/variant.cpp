#include "variant.h"
#include <algorithm>

Variant::Variant(const std::wstring &value) : Variant() {
  vt = VT_BSTR;
  bstrVal = SysAllocStringLen(value.c_str(), static_cast<UINT>(value.size()));
}

Variant::Variant(const RECT &box) : Variant() {
  const double numbers[] = {double(box.left), double(box.top), double(box.right - box.left), double(box.bottom - box.top)};
  vt = VT_R8 | VT_ARRAY;
  parray = SafeArrayCreateVector(VT_R8, 0, 4);
  std::copy(numbers, numbers + 4, static_cast<double *>(parray->pvData));
}

Variant::Variant(const std::vector<int> &numbers) : Variant() {
  vt = VT_I4 | VT_ARRAY;
  parray = safeArrayOf(numbers);
}

Variant::Variant(const std::vector<std::wstring> &texts) : Variant() {
  vt = VT_BSTR | VT_ARRAY;
  parray = SafeArrayCreateVector(VT_BSTR, 0, static_cast<ULONG>(texts.size()));
  auto *place = static_cast<BSTR *>(parray->pvData);
  for (const std::wstring &text : texts) *place++ = SysAllocStringLen(text.c_str(), static_cast<UINT>(text.size()));
}

std::wstring Variant::text() const { return vt == VT_BSTR && bstrVal ? bstrVal : L""; }

SAFEARRAY *safeArrayOf(const std::vector<int> &numbers) {
  SAFEARRAY *array = SafeArrayCreateVector(VT_I4, 0, static_cast<ULONG>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), static_cast<int *>(array->pvData));
  return array;
}

std::vector<int> numbersOf(SAFEARRAY *array) {
  if (!array) return {};
  auto *first = static_cast<int *>(array->pvData);
  return {first, first + array->rgsabound[0].cElements};
}

bool sameValue(const Variant &actual, const VARIANT &wanted) {
  if (actual.vt != wanted.vt) return false;
  switch (actual.vt) {
  case VT_EMPTY: return true;
  case VT_I4: return actual.lVal == wanted.lVal;
  case VT_BOOL: return !actual.boolVal == !wanted.boolVal;
  case VT_R8: return actual.dblVal == wanted.dblVal;
  case VT_BSTR: return actual.text() == (wanted.bstrVal ? wanted.bstrVal : L"");
  case VT_I4 | VT_ARRAY: return numbersOf(actual.parray) == numbersOf(wanted.parray);
  default: return false;
  }
}

HRESULT store(const Variant &value, BSTR *out) {
  std::wstring text = value.text();
  *out = SysAllocStringLen(text.c_str(), static_cast<UINT>(text.size()));
  return S_OK;
}

HRESULT store(const Variant &value, int *out) {
  *out = value.vt == VT_BOOL ? value.boolVal != VARIANT_FALSE : value.vt == VT_I4 ? value.lVal : 0;
  return S_OK;
}

HRESULT store(const Variant &value, DWORD *out) {
  *out = value.vt == VT_I4 ? value.lVal : 0;
  return S_OK;
}

HRESULT store(const Variant &value, double *out) {
  *out = value.vt == VT_R8 ? value.dblVal : 0;
  return S_OK;
}

HRESULT store(const Variant &value, RECT *out) {
  *out = {};
  if (value.vt != (VT_R8 | VT_ARRAY)) return S_OK;
  auto *numbers = static_cast<double *>(value.parray->pvData);
  *out = {LONG(numbers[0]), LONG(numbers[1]), LONG(numbers[0] + numbers[2]), LONG(numbers[1] + numbers[3])};
  return S_OK;
}

HRESULT store(const Variant &value, UIA_HWND *out) {
  *out = value.vt == VT_I4 ? reinterpret_cast<UIA_HWND>(static_cast<INT_PTR>(value.lVal)) : nullptr;
  return S_OK;
}

HRESULT store(const Variant &value, SAFEARRAY **out) {
  *out = nullptr;
  return value.vt & VT_ARRAY ? SafeArrayCopy(value.parray, out) : S_OK;
}

HRESULT store(const Variant &value, VARIANT *out) {
  VariantInit(out);
  return VariantCopy(out, const_cast<Variant *>(&value));
}
