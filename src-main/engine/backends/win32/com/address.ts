/** An address or handle: those of programs fit a number. */
export function readAddress(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true);
}
