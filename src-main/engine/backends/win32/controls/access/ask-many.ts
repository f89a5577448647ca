import type { Control } from './control.ts';

/** Where the structure of a question will be in the other process, and the text buffer that goes with it. */
interface Slot {
  readonly address: number;
  readonly textAddress: number;
}

/** A message with a structure. */
interface Question {
  /** Null where nothing is to be asked after all: then the answer is 0. */
  readonly message: number | null;
  readonly wParam?: number;
  /** Where the message has no structure of its own but a bare text buffer. */
  readonly bareText?: boolean;
  /** The structure as it is sent, as long as `Batch.size`. */
  pack(slot: Slot): Buffer;
}

export interface Reply {
  /** The message's own answer, 32 bits of it. */
  readonly answer: number;
  /** The structure as it came back. */
  readonly bytes: Buffer;
  readonly text: string;
}

interface Batch {
  /** Bytes of the structure. */
  readonly size: number;
  /** UTF-16 units of the text buffer with each structure, its end mark included; 0 for none. */
  readonly textUnits?: number;
  /** The app does something about it, which may take it a while. */
  readonly acts?: boolean;
}

/** So much at most is written into another process at once. */
const mostBytes = 0x10000;

/**
 * Sends messages with structures to a common control: all structures are written into its process at once, and read
 * back at once, because that costs far more than the messages.
 */
export function askMany(
  control: Control,
  { size, textUnits = 0, acts = false }: Batch,
  questions: readonly Question[],
): Reply[] {
  const stride = Math.ceil((size + textUnits * 2) / 8) * 8;
  const perRound = Math.max(1, Math.floor(mostBytes / stride));
  const replies: Reply[] = [];
  for (let first = 0; first < questions.length; first += perRound) {
    replies.push(...askRound(control, { size, stride, acts }, questions.slice(first, first + perRound)));
  }
  return replies;
}

function askRound(
  control: Control,
  { size, stride, acts }: { readonly size: number; readonly stride: number; readonly acts: boolean },
  questions: readonly Question[],
): Reply[] {
  const { memory } = control;
  const base = memory.reserve(stride * questions.length);
  const bytes = Buffer.alloc(stride * questions.length);
  const slots = questions.map((_, index): Slot => {
    const address = base + stride * index;
    return { address, textAddress: address + size };
  });
  for (const [index, question] of questions.entries()) {
    question.pack(slots[index] as Slot).copy(bytes, stride * index);
  }
  memory.write(bytes);
  const answers = questions.map(({ message, wParam = 0, bareText = false }, index) => {
    if (message === null) return 0;
    const { address, textAddress } = slots[index] as Slot;
    const lParam = bareText ? textAddress : address;
    return acts ? control.request(message, wParam, lParam) : control.ask(message, wParam, lParam);
  });
  const back = memory.read(bytes.length);
  return answers.map((answer, index) => {
    const slot = back.subarray(stride * index, stride * (index + 1));
    return { answer, bytes: slot.subarray(0, size), text: textIn(slot.subarray(size)) };
  });
}

/** Up to the first NUL. */
function textIn(bytes: Buffer): string {
  const text = bytes.toString('utf16le');
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
