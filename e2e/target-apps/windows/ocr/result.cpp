#include "result.h"
#include <thread>

namespace {

const IID wordId = {0x3c2a477a, 0x5cd9, 0x3525, {0xba, 0x2a, 0x23, 0xd1, 0xe0, 0xa6, 0x8a, 0x1d}};
const IID lineId = {0x0043a16f, 0xe31f, 0x3a24, {0x89, 0x9c, 0xd4, 0x44, 0xbd, 0x08, 0x81, 0x24}};
const IID resultId = {0x9bd235b2, 0x175b, 0x3d6a, {0x92, 0xe2, 0x38, 0x8c, 0x20, 0x6e, 0x2f, 0x63}};
const IID angleId = {0x61c17706, 0x2d65, 0x11e0, {0x9a, 0xe8, 0xd4, 0x85, 0x64, 0x01, 0x54, 0x72}};
const IID operationId = {0x9fc2b0bb, 0xe446, 0x44e2, {0xaa, 0x61, 0x9c, 0xab, 0x8f, 0x63, 0x6a, 0xf2}};
const IID asyncInfoId = {0x00000036, 0x0000, 0x0000, {0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46}};

/** The top left pixel tells how a reading goes; any other colour: well. */
constexpr unsigned fails = 0xfa0001, lasts = 0xfa0002, aslant = 0xfa0003;
constexpr DWORD usualMs = 20, lastingMs = 60'000;
constexpr double slant = 90;

struct IWord : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE get_BoundingRect(Box *box) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Text(HSTRING *text) = 0;
};
class Word : public RuntimeObject<IWord> {
public:
  explicit Word(FoundWord found) : RuntimeObject(wordId), found(std::move(found)) {}
  HRESULT STDMETHODCALLTYPE get_BoundingRect(Box *box) override {
    *box = found.box;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_Text(HSTRING *text) override { return give(found.text, text); }

private:
  const FoundWord found;
};

struct ILine : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE get_Words(IVectorView **words) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Text(HSTRING *text) = 0;
};
class Line : public RuntimeObject<ILine> {
public:
  explicit Line(std::vector<FoundWord> found) : RuntimeObject(lineId), found(std::move(found)) {}
  HRESULT STDMETHODCALLTYPE get_Words(IVectorView **words) override {
    std::vector<IInspectable *> made;
    for (const FoundWord &word : found) made.push_back(new Word(word));
    *words = new Vector(made);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_Text(HSTRING *) override { return E_NOTIMPL; }

private:
  const std::vector<FoundWord> found;
};

struct IAngle : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE get_Value(double *value) = 0;
};
class Angle : public RuntimeObject<IAngle> {
public:
  Angle() : RuntimeObject(angleId) {}
  HRESULT STDMETHODCALLTYPE get_Value(double *value) override {
    *value = slant;
    return S_OK;
  }
};

struct IResult : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE get_Lines(IVectorView **lines) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_TextAngle(IAngle **angle) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Text(HSTRING *text) = 0;
};
class Result : public RuntimeObject<IResult> {
public:
  Result(std::vector<std::vector<FoundWord>> found, bool isAslant)
      : RuntimeObject(resultId), found(std::move(found)), isAslant(isAslant) {}
  HRESULT STDMETHODCALLTYPE get_Lines(IVectorView **lines) override {
    std::vector<IInspectable *> made;
    for (const auto &line : found) made.push_back(new Line(line));
    *lines = new Vector(made);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_TextAngle(IAngle **angle) override {
    *angle = isAslant ? new Angle : nullptr;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_Text(HSTRING *) override { return E_NOTIMPL; }

private:
  const std::vector<std::vector<FoundWord>> found;
  const bool isAslant;
};

struct IOperation : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE put_Completed(IUnknown *) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Completed(IUnknown **) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetResults(IInspectable **result) = 0;
};
struct IInfo : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE get_Id(UINT32 *) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Status(int *status) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ErrorCode(HRESULT *error) = 0;
  virtual HRESULT STDMETHODCALLTYPE Cancel() = 0;
  virtual HRESULT STDMETHODCALLTYPE Close() = 0;
};

enum Status { started, completed, cancelled, failed };

/** Goes on by itself, in a thread of its own. */
class Reading : public RuntimeObject<IOperation> {
public:
  explicit Reading(const Bitmap &picture)
      : RuntimeObject(operationId), ending(picture.colourAt(0, 0)), found(wordsIn(picture)) {
    AddRef();
    std::thread([this] {
      Sleep(ending == lasts ? lastingMs : usualMs);
      InterlockedCompareExchange(&status, ending == fails ? failed : completed, started);
      Release();
    }).detach();
  }
  HRESULT STDMETHODCALLTYPE put_Completed(IUnknown *) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE get_Completed(IUnknown **) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetResults(IInspectable **result) override {
    if (status != completed) return illegalCall;
    *result = new Result(found, ending == aslant);
    return S_OK;
  }

protected:
  void *other(REFIID id) override { return id == asyncInfoId ? static_cast<IInfo *>(&info) : nullptr; }

private:
  struct Info : public IInfo {
    explicit Info(Reading &owner) : owner(owner) {}
    COUNTED_BY(Reading)
    HRESULT STDMETHODCALLTYPE GetIids(ULONG *, IID **) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE GetRuntimeClassName(HSTRING *) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE GetTrustLevel(TrustLevel *) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE get_Id(UINT32 *) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE get_Status(int *status) override {
      *status = owner.status;
      return S_OK;
    }
    HRESULT STDMETHODCALLTYPE get_ErrorCode(HRESULT *error) override {
      *error = owner.status == failed ? E_FAIL : S_OK;
      return S_OK;
    }
    HRESULT STDMETHODCALLTYPE Cancel() override {
      InterlockedCompareExchange(&owner.status, cancelled, started);
      return S_OK;
    }
    HRESULT STDMETHODCALLTYPE Close() override { return E_NOTIMPL; }
  };
  const unsigned ending;
  const std::vector<std::vector<FoundWord>> found;
  volatile LONG status = started;
  Info info{*this};
};

} // namespace

IInspectable *newReading(const Bitmap &picture) { return new Reading(picture); }
