#include "text-units.h"
#include <algorithm>
#include <cwctype>

/** Whether a unit begins at this place, which is neither the first nor the last. */
static bool begins(const std::wstring &text, TextUnit unit, int place) {
  switch (unit) {
  case TextUnit_Character: return true;
  case TextUnit_Word: return std::iswspace(text[place - 1]) && !std::iswspace(text[place]);
  case TextUnit_Line:
  case TextUnit_Paragraph: return text[place - 1] == L'\n';
  default: return false;
  }
}

static int nextBoundary(const std::wstring &text, TextUnit unit, int place, int step) {
  const int last = static_cast<int>(text.size());
  for (place += step; place > 0 && place < last; place += step)
    if (begins(text, unit, place)) break;
  return std::clamp(place, 0, last);
}

std::pair<int, int> enclosingUnit(const std::wstring &text, TextUnit unit, int place) {
  const bool atStart = place == 0 || (place < static_cast<int>(text.size()) && begins(text, unit, place));
  const int from = atStart ? place : nextBoundary(text, unit, place, -1);
  return {from, nextBoundary(text, unit, from, 1)};
}

int movedByUnit(const std::wstring &text, TextUnit unit, int place, int count, int *moved) {
  const int step = count < 0 ? -1 : 1;
  for (*moved = 0; *moved != count; *moved += step) {
    const int next = nextBoundary(text, unit, place, step);
    if (next == place) break;
    place = next;
  }
  return place;
}

std::wstring inLowerCase(std::wstring text) {
  std::transform(text.begin(), text.end(), text.begin(), [](wchar_t unit) { return std::towlower(unit); });
  return text;
}
