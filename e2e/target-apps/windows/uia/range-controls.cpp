#include "window-node.h"
#include <commctrl.h>

namespace {

struct Range {
  double value, least, most, small, large;
};

Range trackBar(HWND window) {
  return {double(ask(window, TBM_GETPOS)), double(ask(window, TBM_GETRANGEMIN)), double(ask(window, TBM_GETRANGEMAX)),
          double(ask(window, TBM_GETLINESIZE)), double(ask(window, TBM_GETPAGESIZE))};
}

Range progressBar(HWND window) {
  return {double(ask(window, PBM_GETPOS)), double(ask(window, PBM_GETRANGE, TRUE)), double(ask(window, PBM_GETRANGE)), 0, 0};
}

Range upDown(HWND window) {
  const LRESULT range = ask(window, UDM_GETRANGE); // the upper end in the low word
  return {double(ask(window, UDM_GETPOS32)), double(short(HIWORD(range))), double(short(LOWORD(range))), 1, 1};
}

Range scrollBar(HWND window) {
  SCROLLINFO state = {};
  state.cbSize = sizeof state;
  state.fMask = SIF_ALL;
  ask(window, SBM_GETSCROLLINFO, 0, &state);
  return {double(state.nPos), double(state.nMin), double(state.nMax), 1, double(state.nPage ? state.nPage : 10)};
}

class RangeNode : public WindowNode {
public:
  using WindowNode::WindowNode;

  HRESULT setRange(double value) const override {
    if (type == UIA_ProgressBarControlTypeId) return invalidOperation;
    const Range now = range();
    if (value < now.least || value > now.most) return E_INVALIDARG;
    return ifEnabled(*this, [&] { return move(static_cast<int>(value)), S_OK; });
  }

protected:
  Variant ownProperty(PROPERTYID id) const override {
    switch (id) {
    case UIA_RangeValueValuePropertyId: return range().value;
    case UIA_RangeValueMinimumPropertyId: return range().least;
    case UIA_RangeValueMaximumPropertyId: return range().most;
    case UIA_RangeValueSmallChangePropertyId: return range().small;
    case UIA_RangeValueLargeChangePropertyId: return range().large;
    case UIA_RangeValueIsReadOnlyPropertyId: return type == UIA_ProgressBarControlTypeId;
    default: return WindowNode::ownProperty(id);
    }
  }

private:
  Range range() const {
    switch (type) {
    case UIA_SliderControlTypeId: return trackBar(handle);
    case UIA_ProgressBarControlTypeId: return progressBar(handle);
    case UIA_SpinnerControlTypeId: return upDown(handle);
    default: return scrollBar(handle);
    }
  }
  /** And tells the parent, as moving it by hand does. */
  void move(int value) const {
    if (type == UIA_SpinnerControlTypeId) ask(handle, UDM_SETPOS32, 0, value);
    else if (type == UIA_ScrollBarControlTypeId) ask(handle, SBM_SETPOS, value, TRUE);
    else ask(handle, TBM_SETPOS, TRUE, value);
    const bool upright = hasStyle(handle, TBS_VERT); // the same bit as SBS_VERT
    ask(GetParent(handle), upright ? WM_VSCROLL : WM_HSCROLL, MAKEWPARAM(SB_THUMBPOSITION, value), handle);
  }
};

} // namespace

NodePtr rangeNode(HWND window) { return std::make_shared<RangeNode>(window); }
