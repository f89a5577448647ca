#pragma once
#include "window-node.h"

/** A control that scrolls its lines or rows up and down. */
class ScrollingNode : public WindowNode {
public:
  using WindowNode::WindowNode;
  HRESULT scrollTo(double, double vertical) const override;

protected:
  /** In lines or rows: the first that is shown, how many are shown, how many there are. */
  struct Lines {
    int first, shown, all;
    int most() const { return all > shown ? all - shown : 0; }
  };
  virtual Lines lines() const = 0;
  virtual void scrollBy(int count) const = 0;
  Variant ownProperty(PROPERTYID id) const override;
};
