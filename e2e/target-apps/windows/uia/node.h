#pragma once
#include "call.h"
#include "variant.h"
#include <memory>
#include <string>
#include <vector>

class Node;
using NodePtr = std::shared_ptr<const Node>;
using Nodes = std::vector<NodePtr>;

enum class Selecting { only, add, remove };

/**
 * Something on the screen as its provider tells of it: a window, an item in a control, a node of the made-up tree. What
 * it is asked it asks its control, so that every answer is of now. All methods may throw Failure.
 */
class Node : public std::enable_shared_from_this<Node> {
public:
  virtual ~Node() = default;

  /** The window that it is, or is in. */
  virtual HWND window() const = 0;
  virtual std::vector<int> runtimeId() const = 0;
  /** What it is known by here, whatever it tells. */
  virtual std::vector<int> identity() const { return runtimeId(); }
  virtual bool alive() const { return IsWindow(window()); }
  /** Throws if its provider, which answers on the thread of its window, does not. */
  virtual void requireAnswering() const {}
  virtual NodePtr parent() const = 0;
  virtual Nodes children() const { return {}; }
  /** What is below it is in no answer to a question for a subtree; whoever asks for its children is told. */
  virtual bool hidesBelow() const { return false; }

  /** The value of a property; empty if it has none. Patterns' properties too. */
  Variant property(PROPERTYID id) const;
  /** Other nodes that a property names, e.g. its label or the headers of its column. */
  virtual Nodes related(PROPERTYID) const { return {}; }
  virtual bool supports(PATTERNID pattern) const = 0;

  virtual CONTROLTYPEID controlType() const = 0;
  virtual std::wstring name() const = 0;
  virtual RECT box() const = 0;
  virtual bool enabled() const { return IsWindowEnabled(window()); }
  virtual bool offscreen() const = 0;
  virtual bool focusable() const { return true; }
  virtual bool focused() const { return false; }

  // Actions of the patterns. What a node does not support it does not do.
  virtual HRESULT focus() const { return notSupported; }
  virtual HRESULT invoke() const { return notSupported; }
  virtual HRESULT doDefaultAction() const { return invoke(); }
  virtual HRESULT setValue(const std::wstring &) const { return notSupported; }
  virtual HRESULT setRange(double) const { return notSupported; }
  virtual HRESULT toggle() const { return notSupported; }
  virtual HRESULT expand(bool) const { return notSupported; }
  virtual HRESULT select(Selecting) const { return notSupported; }
  virtual HRESULT scrollTo(double, double) const { return notSupported; }
  virtual HRESULT scrollIntoView() const { return notSupported; }
  virtual HRESULT realize() const { return notSupported; }
  virtual HRESULT setTextSelection(int, int) const { return notSupported; }
  virtual HRESULT showView(int) const { return notSupported; }
  virtual HRESULT dock(DockPosition) const { return notSupported; }
  virtual HRESULT moveTo(double, double) const { return notSupported; }
  virtual HRESULT resize(double, double) const { return notSupported; }
  virtual HRESULT zoom(double) const { return notSupported; }

  /** What one of its views is called. */
  virtual std::wstring viewName(int) const { return {}; }
  /** The text of a document or edit, and what is selected in it: from, to. */
  virtual std::wstring text() const { return {}; }
  virtual std::pair<int, int> textSelection() const { return {0, 0}; }
  /** The first item of a container that has a property of that value. */
  virtual NodePtr item(PROPERTYID, const VARIANT &) const { return {}; }
  /** A cell of a grid; nothing outside it. */
  virtual NodePtr cell(int, int) const { return {}; }

protected:
  /** The properties that not every node has. */
  virtual Variant ownProperty(PROPERTYID) const { return {}; }

private:
  Variant commonProperty(PROPERTYID id) const;
};

bool sameNode(const Node &one, const Node &other);

NodePtr desktopNode();
NodePtr nodeOfWindow(HWND window);
NodePtr nodeAt(POINT point);
NodePtr focusedNode();

/** Lets a node that is enabled do something. */
template <class Work> HRESULT ifEnabled(const Node &node, Work work) { return node.enabled() ? work() : notEnabled; }
