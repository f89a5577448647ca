#include "events.h"
HRESULT subscribe(Subscription) { return E_NOTIMPL; }
HRESULT unsubscribe(const Subscription::Kind *, IUnknown *) { return E_NOTIMPL; }
