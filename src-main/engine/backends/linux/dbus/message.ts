import { readBody, type Cursor } from './reader.ts';
import { writeBody, type Writer } from './writer.ts';

/** A method call. `signature` and `body` belong together; both are empty for a call without arguments. */
export interface Call {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}

export interface Message {
  readonly type: number;
  readonly replySerial: number;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly errorName: string;
  readonly sender: string;
  /** Decodes the arguments. Call it at most once, and before the buffer is reused. */
  readonly body: () => unknown[];
}

export const messageType = { call: 1, reply: 2, error: 3, signal: 4 } as const;

const field = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
};
const littleEndian = 0x6c;
const protocolVersion = 1;
const fixedHeader = 16;

/** Writes the call as one whole message into the writer, which must be empty: alignment counts from its start. */
export function writeCall(writer: Writer, serial: number, call: Call): void {
  writer.byte(littleEndian);
  writer.byte(messageType.call);
  writer.byte(0);
  writer.byte(protocolVersion);
  writer.uint32(0);
  writer.uint32(serial);
  writer.uint32(0);
  writeField(writer, field.path, 'o', call.path);
  writeField(writer, field.destination, 's', call.destination);
  writeField(writer, field.interface, 's', call.interface);
  writeField(writer, field.member, 's', call.member);
  if (call.signature) writeField(writer, field.signature, 'g', call.signature);
  writer.patch(12, writer.length - fixedHeader);
  writer.align(8);
  const bodyStart = writer.length;
  if (call.signature) writeBody(writer, call.signature, call.body ?? []);
  writer.patch(4, writer.length - bodyStart);
}

function writeField(writer: Writer, code: number, type: 'o' | 's' | 'g', value: string): void {
  writer.align(8);
  writer.byte(code);
  writer.signature(type);
  if (type === 'g') writer.signature(value);
  else writer.string(value);
}

/** The size in bytes of the message that starts at `at`, or null where too little of it has arrived to tell. */
export function messageSize(bytes: Buffer, at: number): number | null {
  if (bytes.length - at < fixedHeader) return null;
  const bodyLength = bytes.readUInt32LE(at + 4);
  const fieldsLength = bytes.readUInt32LE(at + 12);
  return align8(fixedHeader + fieldsLength) + bodyLength;
}

/** Reads one whole message that starts at offset 0. Only little-endian peers exist on this machine's own bus. */
export function readMessage(bytes: Buffer): Message {
  const fields = readFields(bytes);
  const bodyAt = align8(fixedHeader + bytes.readUInt32LE(12));
  const signature = text(fields, field.signature);
  return {
    type: bytes.readUInt8(1),
    replySerial: (fields[field.replySerial] as number | undefined) ?? 0,
    path: text(fields, field.path),
    interface: text(fields, field.interface),
    member: text(fields, field.member),
    errorName: text(fields, field.errorName),
    sender: text(fields, field.sender),
    body: () => (signature === '' ? [] : readBody(signature, { bytes, at: bodyAt })),
  };
}

function readFields(bytes: Buffer): unknown[] {
  const end = fixedHeader + bytes.readUInt32LE(12);
  const cursor: Cursor = { bytes, at: fixedHeader };
  const fields: unknown[] = [];
  while (cursor.at < end) {
    cursor.at = align8(cursor.at);
    const code = bytes.readUInt8(cursor.at++);
    fields[code] = readBody('v', cursor)[0];
  }
  return fields;
}

function text(fields: readonly unknown[], code: number): string {
  const value = fields[code];
  return typeof value === 'string' ? value : '';
}

function align8(value: number): number {
  return (value + 7) & ~7;
}
