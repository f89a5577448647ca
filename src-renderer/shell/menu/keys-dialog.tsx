import { useState, type ReactNode } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { PanelHeader } from '../../ui/layout/section/section.tsx';
import { KeyHint } from '../../ui/tooltip/key-hint.tsx';
import { useApp, useShell } from '../app-context.tsx';
import { rank } from '../palette/palette.tsx';
import { menuGroups } from './app-menu.tsx';
import styles from './keys-dialog.module.css';

/** Every command that has a key, by menu. */
export function KeysDialog(): ReactNode {
  const open = useShell((state) => state.keysOpen);
  const setKeys = useShell((state) => state.setKeys);
  if (!open) return null;
  return (
    <Dialog label="Keyboard shortcuts" onClose={() => setKeys(false)}>
      <KeyList />
    </Dialog>
  );
}

function KeyList(): ReactNode {
  const { commands } = useApp();
  const [typed, setTyped] = useState('');
  const fits = (text: string) => rank(text, typed) !== null;
  const groups = menuGroups(commands)
    .map(({ title, commands: all }) => ({
      title,
      rows: all.filter((one) => one.keys && fits(`${one.title} ${one.keys.join(' ')}`)),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <div className={styles.page} data-testid="keys">
      <PanelHeader title="Keyboard shortcuts">
        <TextField
          label="Search commands and keys"
          icon="search"
          type="search"
          value={typed}
          onText={setTyped}
          autoFocus
        />
      </PanelHeader>
      <div className={styles.list} tabIndex={0} role="region" aria-label="Shortcuts">
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl>
              {rows.map(({ id, title: what, keys, scope }) => (
                <div key={id} className={styles.row}>
                  <dt className={styles.what}>
                    {what}
                    {scope !== undefined && <span className={styles.scope}> in {placeOf(scope)}</span>}
                  </dt>
                  <dd className={styles.keys}>
                    {keys?.map((key) => (
                      <KeyHint key={key} keys={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {groups.length === 0 && <p className={styles.none}>No command or key matches.</p>}
      </div>
    </div>
  );
}

/** The part of a view, or the view by its title: `Inspect`. */
const parts: Readonly<Record<string, string>> = {
  'runs-list': 'the list of runs',
  steps: 'the list of steps',
  windows: 'the list of windows',
};

function placeOf(scope: string): string {
  return parts[scope] ?? `${scope.charAt(0).toUpperCase()}${scope.slice(1)}`;
}
