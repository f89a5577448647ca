import type { AskTool } from '../../tools/runner/ask-tool.ts';
import { windowTitles } from '../open-windows.ts';
import { findPrompt } from './offer-prompts.ts';
import { toProtocolError } from './protocol-error.ts';
import type { AskFor, ProtocolServer } from './server-parts.ts';

/** https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion: no more than this in an answer. */
const maxValues = 100;

type Chosen = Readonly<Record<string, string>>;

/** Completes window titles and element names while a person fills in a prompt or an address. */
export function offerCompletions(server: ProtocolServer, askFor: AskFor): void {
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const { ref, argument } = params;
    const ask = askFor(context);
    const chosen = params.context?.arguments ?? {};
    const all = await (
      ref.type === 'ref/prompt' ? ofPrompt(ref.name, argument.name, ask, chosen) : windowTitles(ask)
    ).catch(toProtocolError);
    const fitting = rank(all, argument.value);
    return {
      completion: {
        values: fitting.slice(0, maxValues),
        total: fitting.length,
        hasMore: fitting.length > maxValues,
      },
    };
  });
}

async function ofPrompt(name: string, argument: string, ask: AskTool, chosen: Chosen): Promise<readonly string[]> {
  const values = findPrompt(name).arguments.find((one) => one.name === argument)?.values;
  return values ? values(ask, chosen) : [];
}

/** What contains the text typed so far, ignoring case; what begins with it first. */
function rank(values: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const fitting = [...new Set(values)].filter((value) => value.toLowerCase().includes(wanted));
  return fitting.sort((a, b) => place(a, wanted) - place(b, wanted));
}

function place(value: string, wanted: string): number {
  return value.toLowerCase().startsWith(wanted) ? 0 : 1;
}
