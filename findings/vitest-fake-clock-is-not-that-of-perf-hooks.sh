#!/usr/bin/env bash
# Vitest's fake timers move `performance.now()` of the global object only: code that imports `performance` from `node:perf_hooks` keeps real time.
#
# In Node.js both are one object, so one would expect a faked clock to move both. Vitest replaces the global property by a copy. A test of
# a time limit then advances nothing, and passes or fails whatever the limit is.
#
# Seen with vitest 4.1.12 on Node.js 20.
# Exits 0 while this is so, 1 once both clocks move, 2 where it cannot be set up.
set -u
command -v node >/dev/null && command -v npm >/dev/null || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && echo '{"type":"module"}' >package.json
npm install --no-audit --no-fund --ignore-scripts vitest@4.1.12 >/dev/null 2>&1 || exit 2
cat >clock.test.js <<'JS'
import { performance as imported } from 'node:perf_hooks';
import { test, vi } from 'vitest';

test('clocks', () => {
  const isOne = imported === globalThis.performance;
  vi.useFakeTimers({ toFake: ['performance'] });
  const before = [imported.now(), globalThis.performance.now()];
  vi.advanceTimersByTime(60_000);
  const [moved, globalMoved] = [imported.now() - before[0], globalThis.performance.now() - before[1]];
  console.log(`saw one object before: ${isOne}; a minute later: global ${globalMoved >= 60_000}, node:perf_hooks ${moved >= 60_000}`);
});
JS
saw=$(NO_COLOR=1 npx vitest run 2>&1 | grep '^saw') || exit 2
echo "$saw"
[ "$saw" = 'saw one object before: true; a minute later: global true, node:perf_hooks false' ]
