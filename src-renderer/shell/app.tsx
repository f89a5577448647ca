import { useCallback, useEffect, type ReactNode } from 'react';
import { AgentsDock } from '../features/agents/index.ts';
import { AuditBar, HaltBar, HaltKeyBar } from '../features/consent/index.ts';
import { TooltipLayer } from '../ui/tooltip/tooltip-layer.tsx';
import { AppProvider, useApp, useShell } from './app-context.tsx';
import type { AppModel } from './app-model.ts';
import { connect } from './connect.ts';
import { KeysDialog } from './menu/keys-dialog.tsx';
import { Palette } from './palette/palette.tsx';
import { Rail } from './rail/rail.tsx';
import { StatusBar } from './status-bar/status-bar.tsx';
import { TitleBar } from './title-bar/title-bar.tsx';
import { Toasts } from './toasts/toasts.tsx';
import { useKeymap } from './keys/use-keymap.ts';
import { viewContents } from './views/contents.ts';
import styles from './app.module.css';

/** The main window. */
export function App({ model }: { readonly model: AppModel }): ReactNode {
  useEffect(() => connect(model), [model]);
  return (
    <AppProvider model={model}>
      <Frame />
    </AppProvider>
  );
}

function Frame(): ReactNode {
  const { commands, shell } = useApp();
  useKeymap(
    commands,
    useCallback(() => shell.getState().view, [shell]),
  );
  const view = useShell((state) => state.view);
  // The selection is no longer visible.
  useEffect(() => getSelection()?.removeAllRanges(), [view]);
  return (
    <div className={styles.app}>
      <TitleBar />
      <HaltBar />
      <HaltKeyBar />
      <AuditBar />
      <div className={styles.middle}>
        <Rail />
        <main className={styles.view} data-testid="view">
          <CurrentView />
        </main>
      </div>
      <AgentsDock />
      <StatusBar />
      <Toasts />
      <Palette />
      <KeysDialog />
      <TooltipLayer />
    </div>
  );
}

function CurrentView(): ReactNode {
  const shown = useShell((state) => state.view);
  const layout = useShell((state) => state.layout);
  const Content = viewContents[shown];
  return <Content key={`${shown} ${layout}`} />;
}
