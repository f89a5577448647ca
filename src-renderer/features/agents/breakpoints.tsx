import { useState, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { breakpoint, type Breakpoint } from '#contract/model/runs/debug';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useAgents, useAgentsApi } from './context.ts';
import styles from './agents.module.css';

type Kind = Breakpoint['on'];

/** What a kind of breakpoint holds, and the input it needs. */
const kinds: Readonly<Record<Kind, { readonly title: string; readonly asks: string }>> = {
  tool: { title: 'Before a tool', asks: 'Its name, * for anything, e.g. click_*' },
  text: { title: 'Before a call with a text', asks: 'In its arguments, e.g. the name of an element' },
  element: { title: 'Before a call on an element', asks: 'Part of its name' },
  window: { title: 'Before a call in a window', asks: 'Part of its title, or its app' },
  act: { title: 'Before every action', asks: '' },
  error: { title: 'After a failed call', asks: '' },
  repeat: { title: 'Before repeated identical calls', asks: 'How many times in a row' },
  cost: { title: 'When a task reaches a cost', asks: 'US dollars, e.g. 0.5' },
  tokens: { title: 'When a task reaches a token count', asks: 'Tokens, e.g. 100000' },
};

export function BreakpointsDialog(): ReactNode {
  const isOpen = useAgents((state) => state.dialog === 'breakpoints');
  const { setDialog } = useAgentsApi().getState();
  if (!isOpen) return null;
  return (
    <Dialog label="Breakpoints of agents" onClose={() => setDialog(null)}>
      <Breakpoints />
    </Dialog>
  );
}

function Breakpoints(): ReactNode {
  const breakpoints = useAgents((state) => state.debug.breakpoints);
  const { setBreakpoints, setDialog } = useAgentsApi().getState();
  return (
    <div className={styles.form} data-testid="breakpoints">
      <h2 className={styles.heading}>Breakpoints of agents</h2>
      {breakpoints.length === 0 ? (
        <p className={styles.text}>No breakpoints. Agents stop only while paused. Add one below.</p>
      ) : (
        <ul className={styles.list}>
          {breakpoints.map((one, index) => (
            <li key={JSON.stringify(one)} className={styles.row}>
              <span>{inWords(one)}</span>
              <Button
                variant="ghost"
                icon="trash"
                aria-label={`Remove: ${inWords(one)}`}
                onClick={() => void setBreakpoints(breakpoints.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <NewBreakpoint add={(one) => void setBreakpoints([...breakpoints, one])} />
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => setDialog(null)}>
          Close
        </Button>
      </div>
    </div>
  );
}

function NewBreakpoint({ add }: { readonly add: (one: Breakpoint) => void }): ReactNode {
  const [kind, setKind] = useState<Kind>('tool');
  const [text, setText] = useState('');
  const { asks } = kinds[kind];
  const made = breakpoint.safeParse(madeOf(kind, text));
  const submit = () => {
    if (!made.success) return;
    add(made.data);
    setText('');
  };
  const options = Object.entries(kinds).map(([value, { title }]) => ({ value: value as Kind, title }));
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SelectField label="Kind of breakpoint" value={kind} options={options} onChange={setKind} />
      {asks !== '' && <TextField label={asks} value={text} onText={setText} className={styles.grow} />}
      <Button icon="add" disabled={!made.success} onClick={submit} data-testid="breakpoint-add">
        Add
      </Button>
    </form>
  );
}

function madeOf(on: Kind, text: string): object {
  if (on === 'tool') return { on, name: text };
  if (on === 'repeat') return { on, times: Number(text) };
  if (on === 'cost') return { on, dollars: Number(text) };
  if (on === 'tokens') return { on, tokens: Number(text) };
  return on === 'text' || on === 'window' || on === 'element' ? { on, text } : { on };
}

function inWords(one: Breakpoint): string {
  const { title } = kinds[one.on];
  if (one.on === 'tool') return `${title}: ${oneLine(one.name)}`;
  if (one.on === 'repeat') return `${title}: ${one.times} times`;
  if (one.on === 'cost') return `${title}: $${one.dollars}`;
  if (one.on === 'tokens') return `${title}: ${one.tokens}`;
  return 'text' in one ? `${title}: ${oneLine(one.text)}` : title;
}
