import type { RawNode } from '../../../../backend.ts';
import { descend } from '../../../../tree/walk.ts';
import { shortened } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import type { NodeFacts } from './facts.ts';

const [paragraph, textDocument] = [roleNumber('paragraph'), roleNumber('document text')];

/** As much of it as people would read out to say which they mean. */
const maxNameCharacters = 60;

type Named = RawNode & { name: string };

/**
 * Calls the paragraphs of a document, where they have no names, by what they say: by their number alone another one would be
 * taken for them once one came before. The only one in its document is known without that.
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

/** Whether one that was asked for by itself is called so. */
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
