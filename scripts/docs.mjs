/** Writes the generated parts of the documentation. */
import { run } from './lib/run.mjs';
import { tool } from './lib/tools.mjs';

const { code, output } = await run(process.execPath, tool('vitest', ['run', '--project', 'unit', 'contract-doc']), {
  env: { ...process.env, DESKSCOPE_WRITE_DOCS: '1' },
});
if (code !== 0) process.stderr.write(output);
process.exitCode = code;
