import type { Check } from '#contract/model/engine';
import { failed, ok, warning } from '../../../doctor/check.ts';
import type { StrategyChoice, StrategyName } from '../elements/strategy.ts';
import { registryText } from '../processes/registry.ts';

/** `CLSID_CUIAutomation` of uiautomationclient.h. */
const server = 'Software\\Classes\\CLSID\\{ff48dba4-60ef-4201-aa87-54103eef594e}\\InprocServer32';

/** Whether the elements of apps can be asked for, and how much of them. */
export async function checkAutomation(
  findStrategy: () => Promise<StrategyName>,
  choice: StrategyChoice,
): Promise<Check> {
  const name = 'UI Automation';
  if (choice === 'win32')
    return ok(name, 'It is not asked: the back end `win32` was chosen, which knows standard controls.');
  const library = registryText('machine', server);
  const strategy = await findStrategy();
  if (strategy === 'uia')
    return ok(name, `It reads whole trees and has patterns: ${library ?? 'registered elsewhere'}`);
  const instead = 'elements of standard controls are read by messages, and apps that draw their own show none.';
  return library === null
    ? failed(name, `It is not registered: ${instead}`, 'Repair Windows with `sfc /scannow`.')
    : warning(
        name,
        `It is only a stub here, as Wine has it: ${instead}`,
        'Use a Windows of Microsoft’s for other apps.',
      );
}
