import { toToolCall } from './ufo-calls.ts';
import type { Exporter } from './exporter.ts';
import { spellOut } from './literals.ts';

/** An array of MCPToolCall objects: what UFO's `run_actions` takes, as data. */
export const json: Exporter = {
  id: 'json',
  label: 'MCPToolCall JSON',
  language: 'json',
  extension: 'json',
  write(writer, { steps }) {
    const last = steps.filter((step) => step.enabled).at(-1);
    writer.write('[');
    for (const step of steps) {
      writer.step(() => {
        if (!step.enabled) return;
        const call = spellOut(JSON.stringify(toToolCall(step), null, 2));
        writer.write(call.replace(/^/gm, '  ') + (step === last ? '' : ','));
      });
    }
    writer.write(']');
  },
};
