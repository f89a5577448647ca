import { expect, test } from 'vitest';
import { examplesIn } from './examples.ts';

const rule = `---
id: abc123
---

## Test Cases

### Passed

#### Passed Example 1

A page.

\`\`\`html
<p>Notes</p>
\`\`\`

### Failed

#### Failed Example 2

\`\`\`html
<p></p>
\`\`\`

#### Failed Example 3

\`\`\`svg
<svg></svg>
\`\`\`
`;

test('an example is a web page with the outcome in its heading', () => {
  expect(examplesIn(rule)).toEqual([
    { rule: 'abc123', name: 'passed 1', breaks: false, html: '<p>Notes</p>\n' },
    { rule: 'abc123', name: 'failed 2', breaks: true, html: '<p></p>\n' },
  ]);
});
