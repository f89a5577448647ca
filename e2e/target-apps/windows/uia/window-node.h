#pragma once
#include "messages.h"
#include "node.h"

/** What a window of a class is: the rest it is asked by its messages. */
struct ClassFacts {
  const wchar_t *className;
  NodePtr (*node)(HWND window); // its own kind of node, if it has one
  CONTROLTYPEID type;
  bool named; // by its own text; others by the label before them
  std::vector<PATTERNID> patterns;
};

/** A window of any class; the classes derived from it know what is in theirs. */
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

// The kinds of controls: what is in them and what they can do.
NodePtr buttonNode(HWND window);
NodePtr editNode(HWND window);
NodePtr comboBoxNode(HWND window);
NodePtr listBoxNode(HWND window);
NodePtr listViewNode(HWND window);
NodePtr headerNode(HWND window);
NodePtr treeViewNode(HWND window);
NodePtr tabNode(HWND window);
NodePtr toolBarNode(HWND window);
NodePtr statusBarNode(HWND window);
NodePtr rangeNode(HWND window);
NodePtr linkNode(HWND window);

/** The facts of a window's class and, for buttons, style. */
const ClassFacts &factsOf(HWND window, const std::wstring &className);
