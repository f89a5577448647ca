#include "words.h"
#include <algorithm>

namespace {

/** Smaller is no word, but the mean of two colours where they meet; in pixels. */
constexpr int least = 6;

bool isLetter(unsigned code) { return (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z'); }

bool isWord(unsigned colour) {
  return isLetter(colour >> 16) && isLetter(colour >> 8 & 0xff) && isLetter(colour & 0xff);
}

/** The rectangle of one colour whose top left is there. */
Box boxFrom(const Bitmap &picture, int x, int y) {
  const unsigned colour = picture.colourAt(x, y);
  int right = x, bottom = y;
  while (right < picture.width && picture.colourAt(right, y) == colour) ++right;
  while (bottom < picture.height && picture.colourAt(x, bottom) == colour) ++bottom;
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(right - x), static_cast<float>(bottom - y)};
}

bool isIn(const std::vector<FoundWord> &words, int x, int y) {
  return std::any_of(words.begin(), words.end(), [&](const FoundWord &word) {
    const Box &box = word.box;
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  });
}

} // namespace

std::vector<std::vector<FoundWord>> wordsIn(const Bitmap &picture) {
  std::vector<FoundWord> all;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const unsigned colour = picture.colourAt(x, y);
      if (!isWord(colour) || isIn(all, x, y)) continue;
      const Box box = boxFrom(picture, x, y);
      if (box.width < least || box.height < least) continue;
      const wchar_t letters[] = {static_cast<wchar_t>(colour >> 16), static_cast<wchar_t>(colour >> 8 & 0xff),
                                 static_cast<wchar_t>(colour & 0xff)};
      all.push_back({{letters, 3}, box});
    }
  std::vector<std::vector<FoundWord>> lines;
  for (const FoundWord &word : all) {
    const bool isBeside = !lines.empty() && word.box.y < lines.back().front().box.y + lines.back().front().box.height;
    if (!isBeside) lines.emplace_back();
    lines.back().push_back(word);
  }
  return lines;
}
