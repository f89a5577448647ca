/** Type of a C structure's field; a `pointer` has the size of its process's pointers. */
type FieldType = 'u8' | 'u16' | 'i32' | 'u32' | 'pointer';

/** A C structure: fields in header order, with default alignment. */
export class Struct<Field extends string> {
  readonly #fields: Readonly<Record<Field, FieldType>>;
  readonly #layouts: Readonly<Record<4 | 8, Layout>>;

  constructor(fields: Readonly<Record<Field, FieldType>>) {
    this.#fields = fields;
    this.#layouts = { 4: layOut(fields, 4), 8: layOut(fields, 8) };
  }

  size(pointerSize: 4 | 8): number {
    return this.#layouts[pointerSize].size;
  }

  /** The structure with these values; missing fields are 0. */
  pack(pointerSize: 4 | 8, values: Partial<Readonly<Record<Field, number>>>): Buffer {
    const { size, offsets } = this.#layouts[pointerSize];
    const bytes = Buffer.alloc(size);
    for (const [field, value] of Object.entries(values) as [Field, number][]) {
      writers[this.#concrete(field, pointerSize)](bytes, offsets[field] ?? 0, value);
    }
    return bytes;
  }

  get(pointerSize: 4 | 8, bytes: Buffer, field: Field): number {
    const offset = this.#layouts[pointerSize].offsets[field] ?? 0;
    return readers[this.#concrete(field, pointerSize)](bytes, offset);
  }

  #concrete(field: Field, pointerSize: 4 | 8): Exclude<FieldType, 'pointer'> | 'u64' {
    const type = this.#fields[field];
    if (type !== 'pointer') return type;
    return pointerSize === 8 ? 'u64' : 'u32';
  }
}

interface Layout {
  readonly size: number;
  readonly offsets: Readonly<Record<string, number>>;
}

const widths = { u8: 1, u16: 2, i32: 4, u32: 4 } as const;

function layOut(fields: Readonly<Record<string, FieldType>>, pointerSize: 4 | 8): Layout {
  const offsets: Record<string, number> = {};
  let [end, widest] = [0, 1];
  for (const [field, type] of Object.entries(fields)) {
    const width = type === 'pointer' ? pointerSize : widths[type];
    offsets[field] = aligned(end, width);
    end = offsets[field] + width;
    widest = Math.max(widest, width);
  }
  return { size: aligned(end, widest), offsets };
}

function aligned(offset: number, width: number): number {
  return Math.ceil(offset / width) * width;
}

const writers = {
  u8: (bytes: Buffer, at: number, value: number) => bytes.writeUInt8(value & 0xff, at),
  u16: (bytes: Buffer, at: number, value: number) => bytes.writeUInt16LE(value & 0xffff, at),
  i32: (bytes: Buffer, at: number, value: number) => bytes.writeInt32LE(value | 0, at),
  u32: (bytes: Buffer, at: number, value: number) => bytes.writeUInt32LE(value >>> 0, at),
  u64: (bytes: Buffer, at: number, value: number) => bytes.writeBigInt64LE(BigInt(value), at),
} as const;

const readers = {
  u8: (bytes: Buffer, at: number) => bytes.readUInt8(at),
  u16: (bytes: Buffer, at: number) => bytes.readUInt16LE(at),
  i32: (bytes: Buffer, at: number) => bytes.readInt32LE(at),
  u32: (bytes: Buffer, at: number) => bytes.readUInt32LE(at),
  u64: (bytes: Buffer, at: number) => Number(bytes.readBigInt64LE(at)),
} as const;

/** `RECT` of windef.h, the same in every process. */
export const rectStruct = new Struct({ left: 'i32', top: 'i32', right: 'i32', bottom: 'i32' });
