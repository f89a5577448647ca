#pragma once
#include "section.h"
#include "uia-headers.h"
#include <utility>

/** A counted COM object of one interface and those it is derived from. */
template <class Interface, class... Ancestors> class ComObject : public Interface {
public:
  ComObject() { InterlockedIncrement(&section().liveObjects); }
  virtual ~ComObject() { InterlockedDecrement(&section().liveObjects); }
  ComObject(const ComObject &) = delete;
  ComObject &operator=(const ComObject &) = delete;

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {
    if (!object) return E_POINTER;
    *object = answersTo(id) ? static_cast<Interface *>(this) : nullptr;
    if (!*object) return E_NOINTERFACE;
    AddRef();
    return S_OK;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return InterlockedIncrement(&references); }
  ULONG STDMETHODCALLTYPE Release() override {
    LONG left = InterlockedDecrement(&references);
    if (!left) delete this;
    return left;
  }
  bool isLast() const { return references == 1; }

protected:
  virtual bool answersTo(REFIID id) const {
    return id == __uuidof(IUnknown) || id == __uuidof(Interface) || (... || (id == __uuidof(Ancestors)));
  }

private:
  LONG references = 1;
};

/** Holds one reference. */
template <class T> class Ref {
public:
  Ref() = default;
  explicit Ref(T *shared) : held(shared) {
    if (held) held->AddRef();
  }
  Ref(const Ref &other) : Ref(other.held) {}
  Ref(Ref &&other) noexcept : held(other.held) { other.held = nullptr; }
  Ref &operator=(Ref other) {
    std::swap(held, other.held);
    return *this;
  }
  ~Ref() {
    if (held) held->Release();
  }
  /** Takes over the reference of a new object. */
  void adopt(T *made) {
    if (held) held->Release();
    held = made;
  }
  T *get() const { return held; }
  T *operator->() const { return held; }
  explicit operator bool() const { return held; }

private:
  T *held = nullptr;
};

/** A method of the interface that this server does not have. */
#define NOT_MADE(method, ...)                                                                                          \
  HRESULT STDMETHODCALLTYPE method(__VA_ARGS__) override { return E_NOTIMPL; }
