#include "automation.h"

namespace {

/** One of the two classes; lives as long as the DLL. */
class Factory : public IClassFactory {
public:
  explicit Factory(bool modern) : modern(modern) {}
  virtual ~Factory() = default;

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {
    bool known = id == __uuidof(IUnknown) || id == __uuidof(IClassFactory);
    *object = known ? static_cast<IClassFactory *>(this) : nullptr;
    return known ? S_OK : E_NOINTERFACE;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return 2; }
  ULONG STDMETHODCALLTYPE Release() override { return 1; }
  HRESULT STDMETHODCALLTYPE CreateInstance(IUnknown *outer, REFIID id, void **object) override {
    if (outer) return CLASS_E_NOAGGREGATION;
    IUIAutomation6 *automation = newAutomation(modern);
    HRESULT result = automation->QueryInterface(id, object);
    automation->Release();
    return result;
  }
  HRESULT STDMETHODCALLTYPE LockServer(WINBOOL) override { return S_OK; }

private:
  const bool modern;
};

} // namespace

extern "C" HRESULT WINAPI DllGetClassObject(REFCLSID classId, REFIID id, void **object) {
  static Factory older(false), modern(true);
  if (classId == __uuidof(CUIAutomation)) return older.QueryInterface(id, object);
  if (classId == __uuidof(CUIAutomation8)) return modern.QueryInterface(id, object);
  return CLASS_E_CLASSNOTAVAILABLE;
}

/** Its thread for events may be running: it stays. */
extern "C" HRESULT WINAPI DllCanUnloadNow() { return S_FALSE; }
