import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../judge.ts';
import type { Element, Reader } from './reading.ts';
import { causeOf, type Fact } from './told.ts';

/** What a judge states about an element of a page. */
export interface Claim {
  readonly name: string;
  readonly facts: readonly Fact[];
  /** Finds the element in the page; null if it is not in the tree. */
  in(document: Element): Element | null;
}

/**
 * Decides the claims about a page. A claim that libatspi contradicts as well, with the same words, is about Chromium and not counted.
 */
export async function casesOf(reader: Reader, address: string, claims: readonly Claim[]): Promise<readonly Case[]> {
  const holds = (document: Element) => claims.every((claim) => causeOf(claim.facts, toldOf(claim, document)) === '');
  try {
    let page = await reader.read(address);
    // A page may have changed after it was complete.
    if (!holds(page.document)) page = await reader.read(address);
    const second = holds(page.document) ? page.document : await page.secondOpinion();
    return claims.map((claim) => decided(claim, page.document, second));
  } catch (error) {
    return claims.map(({ name }) => ({ name, passed: false, cause: `the page was not read: ${String(error)}` }));
  }
}

const toldOf = (claim: Claim, document: Element) => claim.in(document)?.told ?? null;

function decided(claim: Claim, document: Element, second: Element): Case {
  const [ours, other] = [toldOf(claim, document), toldOf(claim, second)];
  const wrong = claim.facts.filter((each) => !isDeepStrictEqual(each.wanted, each.of(ours)));
  const isContradicted = wrong.length > 0 && wrong.every((each) => isDeepStrictEqual(each.of(ours), each.of(other)));
  return {
    name: claim.name,
    passed: wrong.length === 0,
    cause: causeOf(wrong, ours),
    ...(isContradicted && { contradicted: true }),
  };
}
