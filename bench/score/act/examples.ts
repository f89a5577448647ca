import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** An example of a rule. */
export interface Example {
  /** Id of the rule, e.g. `97a4e1`. */
  readonly rule: string;
  /** E.g. `failed 2` */
  readonly name: string;
  /** True if the example violates the rule; false if it passes or the rule does not apply. */
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

/** Examples whose code is a web page. */
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
