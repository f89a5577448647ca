#pragma once
#include "uia-headers.h"
#include <string>
#include <utility>

/** The unit around a place of a text: from, to. Formats and pages are the whole text, paragraphs are lines. */
std::pair<int, int> enclosingUnit(const std::wstring &text, TextUnit unit, int place);

/** The place `count` units further; `moved` tells by how many it could be moved. */
int movedByUnit(const std::wstring &text, TextUnit unit, int place, int count, int *moved);

std::wstring inLowerCase(std::wstring text);
