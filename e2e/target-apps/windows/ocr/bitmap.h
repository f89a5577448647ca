#pragma once
#include "runtime.h"

/** The default interface of a bitmap; of its methods none is called. */
struct ISoftwareBitmap : public IInspectable {};
inline constexpr IID bitmapId = {0x689e0708, 0x7eef, 0x483f, {0x96, 0x3f, 0xda, 0x93, 0x88, 0x18, 0xe0, 0x73}};

/** A copy of what it was made of, BGRA. */
class Bitmap : public RuntimeObject<ISoftwareBitmap> {
public:
  Bitmap(int width, int height, const BYTE *bytes)
      : RuntimeObject(bitmapId), width(width), height(height),
        pixels(bytes, bytes + static_cast<size_t>(width) * height * 4) {}

  const int width;
  const int height;

  /** As 0xRRGGBB. */
  unsigned colourAt(int x, int y) const {
    const BYTE *at = &pixels[(static_cast<size_t>(y) * width + x) * 4];
    return at[2] << 16 | at[1] << 8 | at[0];
  }

private:
  const std::vector<BYTE> pixels;
};

IInspectable *newBufferFactory();
IInspectable *newBitmapStatics();
