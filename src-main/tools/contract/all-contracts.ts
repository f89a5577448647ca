import { agentTools } from '../registry.ts';
import { computerPromises } from './computers.ts';
import { contractDoc } from './contract-doc.ts';
import { hostExecutorPromises, windowPromises } from './desktop.ts';
import { hostAgentPromises } from './host-agent.ts';
import { contractActions } from '../servers/ui-automation/index.ts';
import { ufoRows } from './ufo.ts';
import { uiAutomationRows } from './ui-automation.ts';

/** The text of `docs/contract.md`. */
export function allContracts(): string {
  return contractDoc(
    [
      { title: 'UFO’s servers', rows: ufoRows, tools: agentTools },
      { title: 'ui_automation, by action', rows: uiAutomationRows, tools: contractActions },
    ],
    [
      { title: 'UFO’s host server', rows: Object.values(hostExecutorPromises) },
      { title: 'Window management', rows: Object.values(windowPromises) },
      { title: 'UFO’s Computers', rows: Object.values(computerPromises) },
      { title: 'UFO’s HostAgent', rows: Object.values(hostAgentPromises) },
    ],
  );
}
