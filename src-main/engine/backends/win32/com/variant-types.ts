/** `VARENUM` of wtypes.h: https://learn.microsoft.com/windows/win32/api/wtypes/ne-wtypes-varenum */
export const variantTypes = {
  ...{ empty: 0, null: 1, int16: 2, int32: 3, float: 4, double: 5, text: 8, dispatch: 9, flag: 11, unknown: 13 },
  ...{ int8: 16, uint8: 17, uint16: 18, uint32: 19, int64: 20, uint64: 21, int: 22, uint: 23, array: 0x2000 },
} as const;
