#include "virtual-row.h"
#include "section.h"
#include "synthetic-node.h"
#include <set>

namespace {

constexpr int firstRowId = 1'000'000; // beyond all nodes of the tree

/** By the version of the tree that they are of. */
std::set<std::pair<LONG, int>> realized;

class VirtualRow : public Node {
public:
  VirtualRow(int list, int row) : list(list), row(row), version(section().treeVersion) {}

  HWND window() const override { return reinterpret_cast<HWND>(static_cast<INT_PTR>(section().treeWindow)); }
  std::vector<int> runtimeId() const override {
    return {42, static_cast<int>(reinterpret_cast<INT_PTR>(window())), 4, version, firstRowId + row};
  }
  bool alive() const override { return version == section().treeVersion; }
  NodePtr parent() const override { return syntheticNode(list); }
  bool supports(PATTERNID pattern) const override {
    return pattern == (isRealized() ? UIA_SelectionItemPatternId : UIA_VirtualizedItemPatternId);
  }
  CONTROLTYPEID controlType() const override { return UIA_ListItemControlTypeId; }
  std::wstring name() const override { return L"Row " + std::to_wstring(row); }
  bool enabled() const override { return true; }
  bool offscreen() const override { return false; }

  /** One without a provider has no place, and says nothing but what it is called. */
  RECT box() const override {
    if (!isRealized()) throw Failure{notAvailable};
    return parent()->box();
  }
  HRESULT realize() const override { return realized.insert({version, row}), S_OK; }

protected:
  Variant ownProperty(PROPERTYID id) const override {
    if (id == UIA_AutomationIdPropertyId) return L"row" + std::to_wstring(row);
    if (id == UIA_SelectionItemIsSelectedPropertyId) return false;
    return {};
  }

private:
  bool isRealized() const { return realized.count({version, row}); }

  const int list, row;
  const LONG version;
};

} // namespace

NodePtr virtualRow(int list, PROPERTYID id, const VARIANT &value) {
  for (int row = 1; row <= section().treeListRows; ++row) {
    auto found = std::make_shared<VirtualRow>(list, row);
    searchNode();
    if (sameValue(found->property(id), value)) return found;
  }
  return nullptr;
}

Nodes realizedRows(int list) {
  Nodes rows;
  for (const auto &[version, row] : realized)
    if (version == section().treeVersion) rows.push_back(std::make_shared<VirtualRow>(list, row));
  return rows;
}
