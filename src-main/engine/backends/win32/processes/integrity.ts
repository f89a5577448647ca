import koffi from 'koffi';
import type { Handle } from '../native/types.ts';
import { closeHandle } from '../native/handles.ts';
import { getCurrentProcess, getSidSubAuthority, getTokenInformation, openProcessToken } from './api.ts';

/** `TOKEN_QUERY` and `TokenIntegrityLevel` of winnt.h. */
const tokenQuery = 0x8;
const tokenIntegrityLevel = 25;
/** A `TOKEN_MANDATORY_LABEL` with its SID is 28 bytes long. */
const labelSize = 64;

/** `SECURITY_MANDATORY_HIGH_RID`: the level of “run as administrator”. */
export const highIntegrity = 0x3000;

/**
 * A process's integrity level, e.g. 0x2000 for programs of the user and 0x3000 for those run as administrator:
 * https://learn.microsoft.com/windows/win32/secauthz/mandatory-integrity-control . Messages and input reach only windows of the
 * same level or a lower one. Null if denied, since it has higher rights or another user.
 */
export function integrityOf(process: Handle): number | null {
  const token: [Handle] = [0];
  if (openProcessToken(process, tokenQuery, token) === 0) return null;
  try {
    const label = Buffer.alloc(labelSize);
    if (getTokenInformation(token[0], tokenIntegrityLevel, label, labelSize, [0]) === 0) return null;
    // The label begins with a pointer to its SID, whose only sub-authority is the level.
    return koffi.decode(getSidSubAuthority(label.readBigUInt64LE(), 0), 'uint32') as number;
  } finally {
    closeHandle(token[0]);
  }
}

let own: number | undefined;

export function ownIntegrity(): number {
  return (own ??= integrityOf(getCurrentProcess()) ?? 0);
}
