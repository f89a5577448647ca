import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** An example of a rule. */
export interface Example {
  /** Of the rule, as in `97a4e1`. */
  readonly rule: string;
  /** `failed 2` */
  readonly name: string;
  /** It breaks the rule; else it keeps to it, or the rule is not about it. */
  readonly breaks: boolean;
  readonly html: string;
}

const heading = /^#### (Passed|Failed|Inapplicable) Example (\d+)/u;

/** @param folder the judge's checkout */
export function examplesOf(folder: string): readonly Example[] {
  const rules = join(folder, '_rules');
  const files = readdirSync(rules).filter((file) => file.endsWith('.md'));
  return files.sort().flatMap((file) => examplesIn(readFileSync(join(rules, file), 'utf8')));
}

/** Those whose code is a web page. */
export function examplesIn(text: string): readonly Example[] {
  const rule = /^id: *(\w+)/mu.exec(text)?.[1] ?? '';
  const [, ...sections] = text.split(/^(?=#### )/mu);
  return sections.flatMap((section) => {
    const [, kind = '', number = ''] = heading.exec(section) ?? [];
    const html = /^```html\n([\s\S]*?)^```/mu.exec(section)?.[1];
    if (!kind || html === undefined) return [];
    return [{ rule, name: `${kind.toLowerCase()} ${number}`, breaks: kind === 'Failed', html }];
  });
}
