#pragma once
#include "messages.h"
#include "node.h"

/** What a window of a class is: the rest it is asked by its messages. */
struct ClassFacts {
  const wchar_t *className;
  CONTROLTYPEID type;
  bool named; // by its own text; others by the label before them
  std::vector<PATTERNID> patterns;
};

/** Patterns and items of the controls of one class: a table of functions, those that are missing do nothing. */
class WindowNode : public Node {
public:
  explicit WindowNode(HWND window);

  HWND window() const override { return handle; }
  std::vector<int> runtimeId() const override;
  void requireAnswering() const override { ask(handle, WM_NULL); }
  NodePtr parent() const override;
  Nodes children() const override;
  Nodes related(PROPERTYID id) const override;
  bool supports(PATTERNID pattern) const override;

  CONTROLTYPEID controlType() const override { return type; }
  std::wstring name() const override;
  RECT box() const override;
  bool offscreen() const override;
  bool focusable() const override;
  bool focused() const override;

  HRESULT focus() const override;

protected:
  Variant ownProperty(PROPERTYID id) const override;
  /** Items inside it that are no windows, in front of or behind its child windows. */
  virtual Nodes ownItems() const { return {}; }

  const HWND handle;
  const std::wstring className;
  const CONTROLTYPEID type;
  const std::vector<PATTERNID> patterns;

private:
  HWND label() const;
  WindowNode(HWND window, std::wstring className, const ClassFacts &facts);
  const bool named;
};

/** The class's own kind of node, if it has one: items, values, actions. */
NodePtr controlNode(HWND window, const std::wstring &className);

/** The facts of a window's class and, for buttons, style. */
const ClassFacts &factsOf(HWND window, const std::wstring &className);
