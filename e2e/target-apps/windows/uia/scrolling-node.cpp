#include "scrolling-node.h"

HRESULT ScrollingNode::scrollTo(double, double vertical) const {
  if (vertical == noScroll) return S_OK;
  if (vertical < 0 || vertical > 100) return E_INVALIDARG;
  return ifEnabled(*this, [&] {
    const Lines now = lines();
    scrollBy(static_cast<int>(now.most() * vertical / 100 + 0.5) - now.first);
    return S_OK;
  });
}

Variant ScrollingNode::ownProperty(PROPERTYID id) const {
  switch (id) {
  case UIA_ScrollHorizontalScrollPercentPropertyId: return noScroll;
  case UIA_ScrollHorizontalViewSizePropertyId: return 100.0;
  case UIA_ScrollHorizontallyScrollablePropertyId: return false;
  case UIA_ScrollVerticallyScrollablePropertyId: return lines().most() > 0;
  case UIA_ScrollVerticalScrollPercentPropertyId: {
    const Lines now = lines();
    return now.most() ? 100.0 * now.first / now.most() : noScroll;
  }
  case UIA_ScrollVerticalViewSizePropertyId: {
    const Lines now = lines();
    return now.most() ? 100.0 * now.shown / now.all : 100.0;
  }
  default: return WindowNode::ownProperty(id);
  }
}
