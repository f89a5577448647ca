import { MalformedMessage } from './failure.ts';
import { readBody } from './reader.ts';
import { writeBody, Writer } from './writer.ts';

/** A method call. `signature` and `body` belong together; both are empty for a call without arguments. */
export interface Call {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
  /** The body as {@link encodedBody} writes it, for calls that are made often. */
  readonly encoded?: Buffer;
  /** Number of attached descriptors; an `h` in the body is an index, from 0. */
  readonly descriptors?: number;
}

export interface Message {
  readonly type: number;
  readonly serial: number;
  readonly replySerial: number;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly errorName: string;
  readonly sender: string;
  /** Destination; empty for a broadcast. */
  readonly destination: string;
  /** Decodes the arguments on every call. @throws MalformedMessage */
  body(): unknown[];
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
  descriptors: 9,
};
const littleEndian = 0x6c;
const protocolVersion = 1;
const fixedHeader = 16;
/** The specification's limit for a whole message, in bytes. */
const maxMessage = 2 ** 27;

/** Serialises the call into the writer, which must be empty: alignment counts from its start. */
export function writeCall(writer: Writer, serial: number, call: Call): void {
  new CallHeaders().write(writer, serial, call);
}

/** The arguments of a call as bytes. @throws TypeError if a value does not fit the signature */
export function encodedBody(signature: string, body: readonly unknown[]): Buffer {
  const writer = new Writer(64);
  writeBody(writer, signature, body);
  return Buffer.from(writer.bytes());
}

/** The start of all calls of a method of one peer; only the path, which follows, differs. */
interface Header {
  readonly interface: string;
  readonly signature: string | undefined;
  readonly bytes: Buffer;
}

/** Peers come and go. */
const maxPeers = 256;

/** Serialises calls; the header of each method of each peer is built once. */
export class CallHeaders {
  readonly #known = new Map<string, Map<string, Header>>();

  /** Writes the call into the writer, which must be empty: alignment counts from its start. */
  write(writer: Writer, serial: number, call: Call): void {
    writer.append(this.#header(call).bytes);
    writer.patch(8, serial);
    writeField(writer, field.path, 'o', call.path);
    if (call.descriptors) writeNumber(writer, field.descriptors, call.descriptors);
    writer.patch(12, writer.length - fixedHeader);
    writer.align(8);
    const bodyStart = writer.length;
    if (call.encoded) writer.append(call.encoded);
    else if (call.signature) writeBody(writer, call.signature, call.body ?? []);
    writer.patch(4, writer.length - bodyStart);
  }

  #header(call: Call): Header {
    const { destination, interface: face, member, signature } = call;
    let methods = this.#known.get(destination);
    if (!methods) {
      if (this.#known.size >= maxPeers) this.#known.clear();
      methods = new Map<string, Header>();
      this.#known.set(destination, methods);
    }
    let header = methods.get(member);
    if (header?.interface !== face || header.signature !== signature) {
      header = { interface: face, signature, bytes: headerOf(call) };
      methods.set(member, header);
    }
    return header;
  }
}

function headerOf({ destination, interface: face, member, signature }: Call): Buffer {
  const writer = new Writer();
  writer.byte(littleEndian);
  writer.byte(messageType.call);
  writer.byte(0);
  writer.byte(protocolVersion);
  // Length of the body, serial number and length of the fields.
  for (let i = 0; i < 3; i++) writer.uint32(0);
  writeField(writer, field.destination, 's', destination);
  writeField(writer, field.interface, 's', face);
  writeField(writer, field.member, 's', member);
  if (signature) writeField(writer, field.signature, 'g', signature);
  return Buffer.from(writer.bytes());
}

/** Serialises an empty reply to a call. */
export function writeReply(writer: Writer, serial: number, { serial: to, sender }: Message): void {
  writer.byte(littleEndian);
  writer.byte(messageType.reply);
  writer.byte(0);
  writer.byte(protocolVersion);
  writer.uint32(0);
  writer.uint32(serial);
  writer.uint32(0);
  writeField(writer, field.destination, 's', sender);
  writeNumber(writer, field.replySerial, to);
  writer.patch(12, writer.length - fixedHeader);
  writer.align(8);
}

function writeNumber(writer: Writer, code: number, value: number): void {
  writer.align(8);
  writer.byte(code);
  writer.signature('u');
  writer.uint32(value);
}

function writeField(writer: Writer, code: number, type: 'o' | 's' | 'g', value: string): void {
  writer.align(8);
  writer.byte(code);
  writer.signature(type);
  if (type === 'g') writer.signature(value);
  else writer.string(value);
}

/**
 * The size in bytes of the message at `at`, or null if too little has arrived.
 * @throws MalformedMessage if no message can start this way
 */
export function messageSize(bytes: Buffer, at: number): number | null {
  if (bytes.length - at < fixedHeader) return null;
  if (bytes[at] !== littleEndian) throw new MalformedMessage('the stream of messages is broken');
  const bodyLength = bytes.readUInt32LE(at + 4);
  const fieldsLength = bytes.readUInt32LE(at + 12);
  if (bodyLength + fieldsLength > maxMessage) throw new MalformedMessage('a message is too long');
  return align8(fixedHeader + fieldsLength) + bodyLength;
}

/**
 * Parses one complete message at offset 0. @throws MalformedMessage. Only little-endian peers exist on this machine's own bus.
 */
export function readMessage(bytes: Buffer): Message {
  try {
    return new ReceivedMessage(bytes);
  } catch (error) {
    throw malformed(error);
  }
}

/** Most messages are walk replies, of which only two header fields are used: the rest is parsed lazily. */
class ReceivedMessage implements Message {
  readonly #bytes: Buffer;
  /** Offset of each header field's value, after its one-letter signature; 0 for a missing field. */
  readonly #fieldAt: readonly number[];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#fieldAt = findFields(bytes);
  }

  get type(): number {
    return this.#bytes[1] ?? 0;
  }

  get serial(): number {
    return this.#bytes.readUInt32LE(8);
  }

  get replySerial(): number {
    const at = this.#fieldAt[field.replySerial];
    return at ? this.#bytes.readUInt32LE(at) : 0;
  }

  get path(): string {
    return this.#text(field.path);
  }

  get interface(): string {
    return this.#text(field.interface);
  }

  get member(): string {
    return this.#text(field.member);
  }

  get errorName(): string {
    return this.#text(field.errorName);
  }

  get sender(): string {
    return this.#text(field.sender);
  }

  get destination(): string {
    return this.#text(field.destination);
  }

  body(): unknown[] {
    const at = this.#fieldAt[field.signature];
    if (!at) return [];
    const signature = this.#bytes.toString('latin1', at + 1, at + 1 + this.#bytes.readUInt8(at));
    const bodyAt = align8(fixedHeader + this.#bytes.readUInt32LE(12));
    if (signature === '') return [];
    try {
      return readBody(signature, { bytes: this.#bytes, at: bodyAt });
    } catch (error) {
      throw malformed(error);
    }
  }

  #text(code: number): string {
    const at = this.#fieldAt[code];
    return at ? this.#bytes.toString('utf8', at + 4, at + 4 + this.#bytes.readUInt32LE(at)) : '';
  }
}

/** Reading past the end, or with an invalid signature, means that the message is malformed. */
function malformed(error: unknown): MalformedMessage {
  return new MalformedMessage(error instanceof Error ? error.message : 'it cannot be read');
}

/** Header fields are an array of (code, variant); strings and numbers are aligned to 4. */
function findFields(bytes: Buffer): readonly number[] {
  const end = fixedHeader + bytes.readUInt32LE(12);
  const found = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = fixedHeader; at < end;) {
    at = align8(at);
    const code = bytes.readUInt8(at);
    // After the code: length 1, the letter, and its terminator; a signature's value needs no alignment.
    const letter = String.fromCharCode(bytes.readUInt8(at + 2));
    const value = at + 4;
    found[code] = value;
    at = value + fieldSize(bytes, letter, value);
  }
  return found;
}

function fieldSize(bytes: Buffer, letter: string, at: number): number {
  switch (letter) {
    case 'g':
      return bytes.readUInt8(at) + 2;
    case 's':
    case 'o':
      return bytes.readUInt32LE(at) + 5;
    case 'u':
      return 4;
    default:
      throw new TypeError(`A header field has the type ${letter}.`);
  }
}

function align8(value: number): number {
  return (value + 7) & ~7;
}
