import type { Check } from '#contract/model/engine';
import { failed, ok } from '../../../doctor/check.ts';
import { registryText } from '../processes/registry.ts';

/** `CLSID_CUIAutomation` of uiautomationclient.h. */
const server = 'Software\\Classes\\CLSID\\{ff48dba4-60ef-4201-aa87-54103eef594e}\\InprocServer32';

/** Whether the elements of apps can be asked for at all. */
export function checkAutomation(): Check {
  const name = 'UI Automation';
  const library = registryText('machine', server);
  if (library !== null) return ok(name, `It is registered: ${library}`);
  return failed(
    name,
    'It is not registered: only standard controls can be looked into.',
    'Repair Windows with `sfc /scannow`.',
  );
}
