#pragma once
#include <windows.h>
#include <activation.h>
#include <hstring.h>
#include <inspectable.h>
#include <winstring.h>
#include <string>
#include <utility>
#include <vector>

/** Of winerror.h, newer than this compiler's. */
inline constexpr HRESULT outOfBounds = 0x8000000b, illegalCall = 0x8000000e;

/** How many objects of this server live, in this process. */
extern volatile LONG liveObjects;

/** A counted object of the Windows Runtime, of one interface whose id is given in its constructor. */
template <class Interface> class RuntimeObject : public Interface {
public:
  explicit RuntimeObject(const IID &id) : own(id) { InterlockedIncrement(&liveObjects); }
  virtual ~RuntimeObject() { InterlockedDecrement(&liveObjects); }
  RuntimeObject(const RuntimeObject &) = delete;
  RuntimeObject &operator=(const RuntimeObject &) = delete;

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {
    const bool known = id == own || id == __uuidof(IUnknown) || id == __uuidof(IInspectable);
    *object = known ? static_cast<void *>(static_cast<Interface *>(this)) : other(id);
    if (!*object) return E_NOINTERFACE;
    AddRef();
    return S_OK;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return InterlockedIncrement(&references); }
  ULONG STDMETHODCALLTYPE Release() override {
    const LONG left = InterlockedDecrement(&references);
    if (!left) delete this;
    return left;
  }
  HRESULT STDMETHODCALLTYPE GetIids(ULONG *, IID **) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetRuntimeClassName(HSTRING *) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetTrustLevel(TrustLevel *) override { return E_NOTIMPL; }

protected:
  /** Another interface of the same object, counted with it; null where it has not got it. */
  virtual void *other(REFIID) { return nullptr; }

private:
  const IID own;
  volatile LONG references = 1;
};

/** The second interface of an object: counted by the first. */
#define COUNTED_BY(Owner)                                                                                              \
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {                                        \
    return owner.QueryInterface(id, object);                                                                           \
  }                                                                                                                    \
  ULONG STDMETHODCALLTYPE AddRef() override { return owner.AddRef(); }                                                 \
  ULONG STDMETHODCALLTYPE Release() override { return owner.Release(); }                                               \
  Owner &owner;

/** A text that is given away. */
inline HRESULT give(const std::wstring &text, HSTRING *given) {
  return WindowsCreateString(text.data(), static_cast<UINT32>(text.size()), given);
}

inline std::wstring textOf(HSTRING text) {
  UINT32 length = 0;
  const wchar_t *characters = WindowsGetStringRawBuffer(text, &length);
  return {characters, length};
}

inline constexpr IID vectorViewId = {0xbbe1fa4c, 0xb0e3, 0x4583, {0xba, 0xef, 0x1f, 0x1b, 0x2e, 0x48, 0x3e, 0x56}};
/** `IVectorView`, of any interface. */
struct IVectorView : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE GetAt(UINT32 index, IInspectable **item) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Size(UINT32 *size) = 0;
  virtual HRESULT STDMETHODCALLTYPE IndexOf(IInspectable *item, UINT32 *index, boolean *found) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetMany(UINT32 from, UINT32 capacity, IInspectable **items, UINT32 *count) = 0;
};

/** Holds its items until it goes. */
class Vector : public RuntimeObject<IVectorView> {
public:
  /** Takes over one reference of each. */
  explicit Vector(std::vector<IInspectable *> held) : RuntimeObject(vectorViewId), items(std::move(held)) {}
  ~Vector() override {
    for (auto *item : items) item->Release();
  }
  HRESULT STDMETHODCALLTYPE GetAt(UINT32 index, IInspectable **item) override {
    if (index >= items.size()) return outOfBounds;
    *item = items[index];
    (*item)->AddRef();
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_Size(UINT32 *size) override {
    *size = static_cast<UINT32>(items.size());
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE IndexOf(IInspectable *, UINT32 *, boolean *) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetMany(UINT32, UINT32, IInspectable **, UINT32 *) override { return E_NOTIMPL; }

private:
  const std::vector<IInspectable *> items;
};

inline constexpr IID languageId = {0xea79a752, 0xf7c2, 0x4265, {0xb1, 0xbd, 0xc4, 0xde, 0xc4, 0xe4, 0xf0, 0x80}};
struct ILanguage : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE get_LanguageTag(HSTRING *tag) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_DisplayName(HSTRING *name) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_NativeName(HSTRING *name) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Script(HSTRING *script) = 0;
};
