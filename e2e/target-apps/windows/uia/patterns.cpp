#include "patterns.h"
HRESULT newPattern(Element &, PATTERNID, REFIID, void **) { return E_NOTIMPL; }
