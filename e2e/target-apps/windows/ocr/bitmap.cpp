#include "bitmap.h"

namespace {

struct IBuffer : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE get_Capacity(UINT32 *bytes) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Length(UINT32 *bytes) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_Length(UINT32 bytes) = 0;
};
const IID bufferId = {0x905a0fe0, 0xbc53, 0x11df, {0x8c, 0x49, 0x00, 0x1e, 0x4f, 0xc6, 0x86, 0xda}};
const IID byteAccessId = {0x905a0fef, 0xbc53, 0x11df, {0x8c, 0x49, 0x00, 0x1e, 0x4f, 0xc6, 0x86, 0xda}};
const IID bufferFactoryId = {0x71af914d, 0xc10f, 0x484b, {0xbc, 0x50, 0x14, 0xbc, 0x62, 0x3b, 0x3a, 0x27}};
const IID bitmapStaticsId = {0xdf0385db, 0x672f, 0x4a9d, {0x80, 0x6e, 0xc2, 0x44, 0x2f, 0x34, 0x3e, 0x86}};

/** Its own interface comes after IUnknown, as the real one's does. */
struct IByteAccess : public IUnknown {
  virtual HRESULT STDMETHODCALLTYPE Buffer(BYTE **bytes) = 0;
};

class Buffer : public RuntimeObject<IBuffer> {
public:
  explicit Buffer(UINT32 capacity) : RuntimeObject(bufferId), bytes(capacity) {}
  HRESULT STDMETHODCALLTYPE get_Capacity(UINT32 *given) override {
    *given = static_cast<UINT32>(bytes.size());
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_Length(UINT32 *given) override {
    *given = length;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE put_Length(UINT32 wanted) override {
    if (wanted > bytes.size()) return E_INVALIDARG;
    length = wanted;
    return S_OK;
  }
  BYTE *data() { return bytes.data(); }

protected:
  void *other(REFIID id) override { return id == byteAccessId ? static_cast<IByteAccess *>(&access) : nullptr; }

private:
  struct Access : public IByteAccess {
    explicit Access(class Buffer &owner) : owner(owner) {}
    COUNTED_BY(class Buffer)
    HRESULT STDMETHODCALLTYPE Buffer(BYTE **bytes) override {
      *bytes = owner.data();
      return S_OK;
    }
  };
  std::vector<BYTE> bytes;
  UINT32 length = 0;
  Access access{*this};
};

struct IBufferFactory : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE Create(UINT32 capacity, IBuffer **made) = 0;
};
class BufferFactory : public RuntimeObject<IBufferFactory> {
public:
  BufferFactory() : RuntimeObject(bufferFactoryId) {}
  HRESULT STDMETHODCALLTYPE Create(UINT32 capacity, IBuffer **made) override {
    *made = new class Buffer(capacity);
    return S_OK;
  }
};

/** `BitmapPixelFormat.Bgra8`. */
constexpr int bgra8 = 87;

struct IBitmapStatics : public IInspectable {
  virtual HRESULT STDMETHODCALLTYPE Copy(IInspectable *, IInspectable **) = 0;
  virtual HRESULT STDMETHODCALLTYPE Convert(IInspectable *, int, IInspectable **) = 0;
  virtual HRESULT STDMETHODCALLTYPE ConvertWithAlpha(IInspectable *, int, int, IInspectable **) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateCopyFromBuffer(IBuffer *from, int format, int width, int height,
                                                         ISoftwareBitmap **made) = 0;
};
class BitmapStatics : public RuntimeObject<IBitmapStatics> {
public:
  BitmapStatics() : RuntimeObject(bitmapStaticsId) {}
  HRESULT STDMETHODCALLTYPE Copy(IInspectable *, IInspectable **) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE Convert(IInspectable *, int, IInspectable **) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE ConvertWithAlpha(IInspectable *, int, int, IInspectable **) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE CreateCopyFromBuffer(IBuffer *from, int format, int width, int height,
                                                 ISoftwareBitmap **made) override {
    UINT32 length = 0;
    from->get_Length(&length);
    if (format != bgra8 || width < 1 || height < 1 || length != static_cast<UINT32>(width) * height * 4)
      return E_INVALIDARG;
    *made = new Bitmap(width, height, static_cast<class Buffer *>(from)->data());
    return S_OK;
  }
};

} // namespace

IInspectable *newBufferFactory() { return new BufferFactory; }
IInspectable *newBitmapStatics() { return new BitmapStatics; }
