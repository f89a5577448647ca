#pragma once
#include "words.h"

/** What `IOcrEngine.RecognizeAsync` gives. */
IInspectable *newReading(const Bitmap &picture);
