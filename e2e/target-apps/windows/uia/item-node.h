#pragma once
#include "messages.h"
#include "node.h"

/** An item in a control, which is no window itself. */
class ItemNode : public Node {
public:
  ItemNode(HWND control, CONTROLTYPEID type, std::vector<int> id, std::vector<PATTERNID> patterns)
      : control(control), type(type), id(std::move(id)), patterns(std::move(patterns)) {}

  HWND window() const override { return control; }
  std::vector<int> runtimeId() const override;
  void requireAnswering() const override { ask(control, WM_NULL); }
  NodePtr parent() const override { return nodeOfWindow(control); }
  bool supports(PATTERNID pattern) const override;
  CONTROLTYPEID controlType() const override { return type; }
  RECT box() const override;
  bool offscreen() const override;

protected:
  /** Where it is, in its control. */
  virtual RECT boxInside() const = 0;

  const HWND control;

private:
  const CONTROLTYPEID type;
  const std::vector<int> id; // apart from all other items of the control
  const std::vector<PATTERNID> patterns;
};

/** Those of the items that are selected. */
Nodes selectedOf(const Nodes &items);
