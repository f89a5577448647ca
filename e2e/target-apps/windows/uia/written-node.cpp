#include "written-node.h"
#include "section.h"
#include "window-node.h"
#include <sstream>

namespace {

constexpr int rowHeight = 12, indent = 8;
constexpr DWORD mostBytes = 1 << 20;

/** One line of what was written: its fields are told apart by tabs, in this order. */
struct Line {
  int depth = 0;
  CONTROLTYPEID type = 0;
  std::wstring flags; // letters, see below
  std::wstring name, automationId, localizedType, className, value;
  int parent = 0, last = 0; // line of its parent, 0 for the window; of the last that is below it, or itself
  bool is(wchar_t flag) const { return flags.find(flag) != std::wstring::npos; }
};

// Flags: r raw view alone, c not in the content view; h hides what is below; p password, d disabled; a pattern and what it says:
// t off T on; s not selected S selected; e collapsed E expanded; v value V value that is read only; i invoke.
PATTERNID patternOfFlag(wchar_t flag) {
  switch (flag) {
  case L't': case L'T': return UIA_TogglePatternId;
  case L's': case L'S': return UIA_SelectionItemPatternId;
  case L'e': case L'E': return UIA_ExpandCollapsePatternId;
  case L'v': case L'V': return UIA_ValuePatternId;
  case L'i': return UIA_InvokePatternId;
  default: return 0;
  }
}

std::vector<Line> parsed(const std::wstring &text) {
  std::vector<Line> lines(1); // the window
  std::wistringstream all(text);
  for (std::wstring row; std::getline(all, row);) {
    std::wistringstream fields(row);
    std::wstring depth, type;
    Line line;
    std::getline(fields, depth, L'\t'), std::getline(fields, type, L'\t'), std::getline(fields, line.flags, L'\t');
    for (std::wstring *field : {&line.name, &line.automationId, &line.localizedType, &line.className, &line.value})
      std::getline(fields, *field, L'\t');
    line.depth = std::stoi(depth), line.type = std::stoi(type);
    const int own = static_cast<int>(lines.size());
    line.parent = own - 1;
    while (line.parent && lines[line.parent].depth >= line.depth) line.parent = lines[line.parent].parent;
    lines.push_back(line);
    for (int above = own; above; above = lines[above].parent) lines[above].last = own;
  }
  return lines;
}

/** As it is written now: the test makes another version of the tree when it writes another one. */
const std::vector<Line> &writtenLines() {
  static LONG version = -1;
  static std::vector<Line> known;
  if (version == section().treeVersion) return known;
  version = section().treeVersion;
  HANDLE mapping = CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0, mostBytes,
                                      L"Local\\DeskscopeUiaTree");
  auto *text = static_cast<const wchar_t *>(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, mostBytes));
  known = parsed(std::wstring(text, section().treeWritten));
  UnmapViewOfFile(text);
  CloseHandle(mapping);
  return known;
}

HWND writtenHome() { return reinterpret_cast<HWND>(static_cast<INT_PTR>(section().treeWindow)); }


Nodes writtenChildren(int parent);

class WrittenNode : public Node {
public:
  explicit WrittenNode(int number) : number(number), version(section().treeVersion), line(writtenLines()[number]) {}

  HWND window() const override { return writtenHome(); }
  std::vector<int> runtimeId() const override {
    std::vector<int> id = {42, static_cast<int>(reinterpret_cast<INT_PTR>(writtenHome())), 5, version, number};
    // Some providers make up another one each time that they are asked.
    if (section().treeRestless) id.push_back(InterlockedIncrement(&asked));
    return id;
  }
  std::vector<int> identity() const override { return {version, number}; }
  bool alive() const override { return version == section().treeVersion && section().treeWritten; }
  NodePtr parent() const override {
    return line.parent ? std::make_shared<WrittenNode>(line.parent) : nodeOfWindow(writtenHome());
  }
  Nodes children() const override { return writtenChildren(number); }
  bool hidesBelow() const override { return line.is(L'h'); }

  bool supports(PATTERNID pattern) const override {
    if (pattern == UIA_LegacyIAccessiblePatternId) return true;
    for (wchar_t flag : line.flags)
      if (patternOfFlag(flag) == pattern) return true;
    return false;
  }
  CONTROLTYPEID controlType() const override { return line.type; }
  std::wstring name() const override { return line.name; }
  bool enabled() const override { return !line.is(L'd'); }
  bool offscreen() const override { return !IsWindowVisible(writtenHome()); }

  /** One row each, under the one before; what holds others lies around theirs. */
  RECT box() const override {
    RECT area;
    GetClientRect(writtenHome(), &area);
    MapWindowPoints(writtenHome(), nullptr, reinterpret_cast<POINT *>(&area), 2);
    return {area.left + line.depth * indent, area.top + (number - 1) * rowHeight, area.right - line.depth,
            area.top + line.last * rowHeight - 1};
  }
  HRESULT invoke() const override {
    return line.is(L'i') ? InterlockedExchange(&section().invoked, number), S_OK : notSupported;
  }

protected:
  Variant ownProperty(PROPERTYID id) const override {
    switch (id) {
    case UIA_AutomationIdPropertyId: return line.automationId;
    case UIA_ClassNamePropertyId: return line.className;
    case UIA_LocalizedControlTypePropertyId: return line.localizedType.empty() ? Variant() : Variant(line.localizedType);
    case UIA_IsControlElementPropertyId: return !line.is(L'r');
    case UIA_IsContentElementPropertyId: return !line.is(L'r') && !line.is(L'c');
    case UIA_IsPasswordPropertyId: return line.is(L'p');
    case UIA_FrameworkIdPropertyId: return L"Written";
    case UIA_ValueValuePropertyId: return line.value;
    case UIA_ValueIsReadOnlyPropertyId: return line.is(L'V');
    case UIA_ToggleToggleStatePropertyId: return int(line.is(L'T') ? ToggleState_On : ToggleState_Off);
    case UIA_SelectionItemIsSelectedPropertyId: return line.is(L'S');
    case UIA_ExpandCollapseExpandCollapseStatePropertyId:
      return int(line.is(L'E') ? ExpandCollapseState_Expanded : ExpandCollapseState_Collapsed);
    default: return {};
    }
  }

private:
  static inline LONG asked = 0;
  const int number;
  const LONG version;
  const Line line;
};

Nodes writtenChildren(int parent) {
  Nodes children;
  for (int number = 1; number < static_cast<int>(writtenLines().size()); ++number)
    if (writtenLines()[number].parent == parent) children.push_back(std::make_shared<WrittenNode>(number));
  return children;
}

/** The window itself is as real as ever. */
class WrittenWindow : public WindowNode {
public:
  using WindowNode::WindowNode;
  Nodes children() const override { return writtenChildren(0); }
};

} // namespace

NodePtr writtenWindow(HWND window) {
  if (!section().treeWritten || window != writtenHome()) return nullptr;
  return std::make_shared<WrittenWindow>(window);
}
