#pragma once
#include "bitmap.h"

/** `Windows.Foundation.Rect`. */
struct Box {
  float x, y, width, height;
};

struct FoundWord {
  std::wstring text;
  Box box;
};

/**
 * What the picture says: a rectangle of one colour is a word, the red, green and blue of which are its three letters. Words
 * beside each other are a line, those below them the next.
 */
std::vector<std::vector<FoundWord>> wordsIn(const Bitmap &picture);
