#include "bitmap.h"
#include "result.h"

volatile LONG liveObjects = 0;

namespace {

const IID staticsId = {0x5bffa85a, 0x3384, 0x3540, {0x99, 0x40, 0x69, 0x91, 0x20, 0xd4, 0x28, 0xa8}};
const IID engineId = {0x5a14bc41, 0x5b76, 0x3140, {0xb6, 0x80, 0x88, 0x25, 0x56, 0x26, 0x83, 0xac}};

/** What this Windows reads; the user's own language is the second. */
const std::wstring languages[] = {L"en-US", L"de-DE"};
const std::wstring &usersOwn = languages[1];
constexpr UINT32 mostPixels = 2600, leastPixels = 40;

class Language : public RuntimeObject<ILanguage> {
public:
  explicit Language(std::wstring tag) : RuntimeObject(languageId), tag(std::move(tag)) {}
  HRESULT STDMETHODCALLTYPE get_LanguageTag(HSTRING *given) override { return give(tag, given); }
  HRESULT STDMETHODCALLTYPE get_DisplayName(HSTRING *) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE get_NativeName(HSTRING *) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE get_Script(HSTRING *) override { return E_NOTIMPL; }

private:
  const std::wstring tag;
};

struct IEngine : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE RecognizeAsync(ISoftwareBitmap *picture, IInspectable **reading) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_RecognizerLanguage(ILanguage **language) = 0;
};
class Engine : public RuntimeObject<IEngine> {
public:
  explicit Engine(std::wstring tag) : RuntimeObject(engineId), tag(std::move(tag)) {}
  HRESULT STDMETHODCALLTYPE RecognizeAsync(ISoftwareBitmap *picture, IInspectable **reading) override {
    if (!picture) return E_POINTER;
    const auto &bitmap = *static_cast<Bitmap *>(picture);
    const UINT32 width = bitmap.width, height = bitmap.height;
    if (width > mostPixels || height > mostPixels || width < leastPixels || height < leastPixels) return E_INVALIDARG;
    *reading = newReading(bitmap);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_RecognizerLanguage(ILanguage **language) override {
    *language = new Language(tag);
    return S_OK;
  }

private:
  const std::wstring tag;
};

struct IStatics : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE get_MaxImageDimension(UINT32 *pixels) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_AvailableRecognizerLanguages(IVectorView **all) = 0;
  virtual HRESULT STDMETHODCALLTYPE IsLanguageSupported(ILanguage *language, boolean *supported) = 0;
  virtual HRESULT STDMETHODCALLTYPE TryCreateFromLanguage(ILanguage *language, IEngine **engine) = 0;
  virtual HRESULT STDMETHODCALLTYPE TryCreateFromUserProfileLanguages(IEngine **engine) = 0;
};
class Statics : public RuntimeObject<IStatics> {
public:
  Statics() : RuntimeObject(staticsId) {}
  HRESULT STDMETHODCALLTYPE get_MaxImageDimension(UINT32 *pixels) override {
    *pixels = mostPixels;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_AvailableRecognizerLanguages(IVectorView **all) override {
    std::vector<IInspectable *> made;
    for (const auto &tag : languages) made.push_back(new Language(tag));
    *all = new Vector(made);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE IsLanguageSupported(ILanguage *, boolean *) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE TryCreateFromLanguage(ILanguage *language, IEngine **engine) override {
    *engine = nullptr;
    HSTRING given;
    if (HRESULT failure = language->get_LanguageTag(&given); FAILED(failure)) return failure;
    const std::wstring wanted = textOf(given);
    WindowsDeleteString(given);
    for (const auto &tag : languages)
      if (tag == wanted) *engine = new Engine(tag);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE TryCreateFromUserProfileLanguages(IEngine **engine) override {
    *engine = new Engine(usersOwn);
    return S_OK;
  }
};

/** What a class is asked for first: its factory, which knows the interface that the client wants by itself. */
class ActivationFactory : public RuntimeObject<IActivationFactory> {
public:
  explicit ActivationFactory(IInspectable *statics) : RuntimeObject(__uuidof(IActivationFactory)), statics(statics) {}
  ~ActivationFactory() override { statics->Release(); }
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {
    const HRESULT own = RuntimeObject::QueryInterface(id, object);
    return SUCCEEDED(own) ? own : statics->QueryInterface(id, object);
  }
  HRESULT STDMETHODCALLTYPE ActivateInstance(IInspectable **) override { return E_NOTIMPL; }

private:
  IInspectable *const statics;
};

} // namespace

extern "C" HRESULT WINAPI DllGetActivationFactory(HSTRING type, IActivationFactory **factory) {
  const std::wstring name = textOf(type);
  IInspectable *made = nullptr;
  if (name == L"Windows.Media.Ocr.OcrEngine") made = new Statics;
  if (name == L"Windows.Graphics.Imaging.SoftwareBitmap") made = newBitmapStatics();
  if (name == L"Windows.Storage.Streams.Buffer") made = newBufferFactory();
  if (!made) return CLASS_E_CLASSNOTAVAILABLE;
  *factory = new ActivationFactory(made);
  return S_OK;
}

/** A reading that was given up may still be going on. */
extern "C" HRESULT WINAPI DllCanUnloadNow() { return S_FALSE; }

/** For tests. */
extern "C" LONG WINAPI LiveObjects() { return liveObjects; }
