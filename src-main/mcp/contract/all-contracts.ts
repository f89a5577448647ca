import { agentTools } from '../registry.ts';
import { contractDoc } from './contract-doc.ts';
import { ufoRows } from './ufo.ts';

/** The text of `docs/contract.md`. */
export function allContracts(): string {
  return contractDoc([{ title: 'UFO’s servers', rows: ufoRows, tools: agentTools }]);
}
