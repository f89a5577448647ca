import '../bridge/no-eval.ts';
import { createRoot } from 'react-dom/client';
import type { PermissionApi } from '#contract/api';
import { chooseBridge } from '../bridge/choose-bridge.ts';
import { createClient } from '../bridge/services.ts';
import { createPermissionsStore, PermissionPage } from '../features/permissions/index.ts';
import { followSystemTheme } from '../bridge/system-theme.ts';
import '../ui/tokens/tokens.css';
import '../ui/tokens/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
followSystemTheme();
const bridge = await chooseBridge();
const store = createPermissionsStore(createClient<PermissionApi>(bridge), (topic, listener) =>
  bridge.on(topic, listener),
);
createRoot(root).render(<PermissionPage store={store} />);
