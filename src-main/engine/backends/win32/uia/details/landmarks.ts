/** https://learn.microsoft.com/windows/win32/winauto/uiauto-landmark-type-identifiers; a custom one has a name of its own */
export const landmarkNames: ReadonlyMap<number, string> = new Map([
  ...([
    [80_000, 'custom'],
    [80_001, 'form'],
    [80_002, 'main'],
    [80_003, 'navigation'],
    [80_004, 'search'],
  ] as const),
]);

/** `HeadingLevel_None` and, after it, the nine levels: https://learn.microsoft.com/windows/win32/winauto/uiauto-heading-level-identifiers */
const noHeading = 80_050;
const headingLevels = 9;

/** 1 to 9, or null for what is no heading. */
export function headingLevelOf(id: number): number | null {
  const level = id - noHeading;
  return level >= 1 && level <= headingLevels ? level : null;
}
