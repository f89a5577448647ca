import type { RawNode } from '../../../../backend.ts';
import { descend } from '../../../../tree/walk.ts';
import { shortened } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import type { NodeFacts } from './facts.ts';

const [paragraph, textDocument] = [roleNumber('paragraph'), roleNumber('document text')];

/** Length of text sufficient to identify a paragraph. */
const maxNameCharacters = 60;

type Named = RawNode & { name: string };

/**
 * Names the unnamed paragraphs of a document by their text. By index alone, another paragraph would match once one is inserted
 * before. A document's only paragraph needs no name.
 */
export function nameParagraphs(root: RawNode): void {
  for (const { role, children = [] } of descend(root)) {
    if (role !== 'document text') continue;
    const paragraphs = children.filter((child): child is Named => child.role === 'paragraph');
    if (paragraphs.length < 2) continue;
    for (const one of paragraphs) if (one.name === '') one.name = paragraphName(one.value);
  }
}

export function paragraphName(text: string | null): string {
  return shortened((text ?? '').trim(), maxNameCharacters);
}

/** Whether a paragraph that is queried on its own is named by its text. */
export async function isOneOfParagraphs(
  accessibles: Accessibles,
  { ref, role, name }: Pick<NodeFacts, 'ref' | 'role' | 'name'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (role !== paragraph || name !== '') return false;
  const around = await orElse(accessibles.parent(ref, signal), null);
  if (!around) return false;
  const [kind, count] = await Promise.all([
    orElse(accessibles.role(around, signal), 0),
    orElse(accessibles.childCount(around, signal), 0),
  ]);
  return kind === textDocument && count > 1;
}
