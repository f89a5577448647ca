import { useEffect, useId, useState, type ComponentProps, type ReactNode } from 'react';
import type { Sight, TaskLimits } from '#contract/model/agents/agent';
import { modelProviders } from '#contract/model/agents/model-provider';
import { taskModel, type NewTask, usualSteps } from '#contract/model/agents/task';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Switch } from '../../ui/field/switch.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Notice } from '../../ui/state/state.tsx';
import { useAgents, useAgentsApi } from './context.ts';
import { KeyLine } from './keys/key-list.tsx';
import styles from './agents.module.css';

/** The model of the last task, which the next one mostly uses too. */
const modelKey = 'deskscope.task.model';

const modes = [
  { value: 'settings', title: 'As in Settings' },
  { value: 'observe', title: 'Only look' },
  { value: 'ask', title: 'Ask me before each action' },
  { value: 'act', title: 'Act; ask only before risky actions' },
] as const;

export function TaskDialog(): ReactNode {
  const isOpen = useAgents((state) => state.dialog === 'task');
  const { setDialog } = useAgentsApi().getState();
  if (!isOpen) return null;
  return (
    <Dialog label="Give a task to agents" onClose={() => setDialog(null)}>
      <TaskForm />
    </Dialog>
  );
}

function TaskForm(): ReactNode {
  const suggestions = useId();
  const { start, setDialog } = useAgentsApi().getState();
  const [task, setTask] = useState('');
  const [model, setModel] = useState(() => localStorage.getItem(modelKey) ?? '');
  const [mode, setMode] = useState<(typeof modes)[number]['value']>('settings');
  const [desktop, setDesktop] = useState('');
  const [limits, setLimits] = useState(usualLimits);
  const [sight, setSight] = useState<Sight>({});
  const [isStarting, setStarting] = useState(false);
  const asked = limitsOf(limits);
  const problem = problemOf(task, model) || (typeof asked === 'string' ? asked : '');
  const submit = async () => {
    if (problem !== '' || typeof asked === 'string' || isStarting) return;
    setStarting(true);
    const given: NewTask = {
      task,
      model,
      ...asked,
      sight,
      ...(mode !== 'settings' && { mode }),
      ...(desktop !== '' && { desktop }),
    };
    const hasStarted = await start(given);
    setStarting(false);
    if (!hasStarted) return;
    localStorage.setItem(modelKey, model);
    setDialog(null);
  };
  return (
    <form
      className={styles.form}
      data-testid="task-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 className={styles.heading}>Give a task to agents</h2>
      <textarea
        className={styles.request}
        aria-label="Task"
        placeholder="Describe the task, e.g. compute 7 × 6 in the calculator and write the result into the editor"
        rows={3}
        maxLength={20_000}
        value={task}
        onChange={({ currentTarget }) => setTask(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) void submit();
        }}
        data-testid="task-text"
      />
      <label className={styles.field}>
        <span>Model</span>
        <TextField
          label="Model"
          placeholder="openai:gpt-5 or ollama:qwen2.5vl"
          list={suggestions}
          value={model}
          onText={setModel}
        />
      </label>
      <datalist id={suggestions}>
        {Object.entries(modelProviders).map(([provider, { example, title }]) => (
          <option key={provider} value={`${provider}:${example}`} label={title} />
        ))}
        <option value="person" label="You" />
      </datalist>
      <KeyLine model={model} />
      <label className={styles.field}>
        <span>Agents may</span>
        <SelectField label="What agents may do" value={mode} options={modes} onChange={setMode} />
      </label>
      <Where desktop={desktop} onChange={setDesktop} />
      <Limits limits={limits} onChange={setLimits} />
      <div className={styles.field}>
        <span>Agents see</span>
        <div className={styles.switches}>
          <Switched
            label="Numbers in pictures"
            checked={sight.marks ?? false}
            onChange={(marks) => setSight({ ...sight, marks })}
          />
          <Switched
            label="Text read from each picture"
            checked={sight.readText ?? false}
            onChange={(readText) => setSight({ ...sight, readText })}
          />
        </div>
      </div>
      <Notice icon="info">
        Agents’ questions open in a separate window that agents cannot reach. With several rounds, it also prompts you
        for the next one.
      </Notice>
      <div className={styles.actions}>
        {problem !== '' && <p className={styles.text}>{problem}</p>}
        <Button onClick={() => setDialog(null)}>Cancel</Button>
        <Button
          variant="primary"
          icon="play"
          disabled={problem !== '' || isStarting}
          onClick={() => void submit()}
          data-testid="task-start"
        >
          Start
        </Button>
        <input type="submit" hidden />
      </div>
    </form>
  );
}

/** The desktop agents work on, where there can be several. */
function Where(props: { readonly desktop: string; readonly onChange: (desktop: string) => void }): ReactNode {
  const { desktop, onChange } = props;
  const desktops = useAgents((state) => state.desktops);
  const { loadDesktops } = useAgentsApi().getState();
  useEffect(() => void loadDesktops(), [loadDesktops]);
  if (desktops === null) return null;
  const options = [
    { value: '', title: 'Your desktop' },
    { value: 'own', title: 'A new desktop, apart from yours' },
    ...desktops.map(({ id, width, height }) => ({ value: id, title: `Desktop ${id}, ${width} × ${height}` })),
  ];
  return (
    <label className={styles.field}>
      <span>Agents work on</span>
      <SelectField label="Where agents work" value={desktop} options={options} onChange={onChange} />
    </label>
  );
}

function Switched(props: ComponentProps<typeof Switch>): ReactNode {
  return (
    <span className={styles.switched}>
      <Switch {...props} />
      <span aria-hidden="true">{props.label}</span>
    </span>
  );
}

const shownLimits = { steps: 'Max steps', rounds: 'Max rounds' } as const;
const moreLimits = {
  minutes: 'Max minutes',
  tokens: 'Max tokens',
  price: 'Price per million tokens, input and output',
  dollars: 'Max dollars',
} as const;

function Limits({
  limits,
  onChange,
}: {
  readonly limits: LimitTexts;
  readonly onChange: (limits: LimitTexts) => void;
}): ReactNode {
  const fields = (labels: Readonly<Partial<Record<keyof LimitTexts, string>>>) =>
    Object.entries(labels).map(([name, label]) => (
      <label key={name} className={styles.field}>
        <span>{label}</span>
        <TextField
          label={label}
          inputMode="decimal"
          placeholder={name === 'price' ? 'unknown, e.g. 2.5,10' : 'no limit'}
          value={limits[name as keyof LimitTexts]}
          onText={(text) => onChange({ ...limits, [name]: text })}
        />
      </label>
    ));
  return (
    <>
      {fields(shownLimits)}
      <details className={styles.more}>
        <summary>Time, tokens and cost</summary>
        {fields(moreLimits)}
      </details>
    </>
  );
}

/** A sentence about what is missing. */
function problemOf(task: string, model: string): string {
  if (task.trim() === '') return 'Describe the task.';
  return taskModel.safeParse(model).success ? '' : 'Name a model as PROVIDER:MODEL.';
}

/** As typed; empty means no limit. */
interface LimitTexts {
  readonly steps: string;
  readonly rounds: string;
  readonly minutes: string;
  readonly tokens: string;
  readonly dollars: string;
  /** US dollars per million tokens, in and out: `2.5,10`. */
  readonly price: string;
}

export const usualLimits: LimitTexts = {
  steps: String(usualSteps),
  rounds: '1',
  minutes: '',
  tokens: '',
  dollars: '',
  price: '',
};

interface Asked {
  readonly limits: TaskLimits;
  readonly price?: NonNullable<NewTask['price']>;
}

/** The parsed values, or a sentence about what is wrong. */
export function limitsOf({ steps, rounds, minutes, tokens, dollars, price }: LimitTexts): Asked | string {
  if (!/^[1-9]\d{0,3}$/.test(steps)) return 'Enter 1 to 9999 steps.';
  if (!/^[1-9]\d{0,2}$/.test(rounds)) return 'Enter 1 to 999 rounds.';
  if (!isEmptyOr(minutes, 1_440)) return 'Enter up to 1440 minutes.';
  if (!isEmptyOr(tokens, 1e12) || !Number.isInteger(Number(tokens))) return 'Enter a whole number of tokens.';
  if (!isEmptyOr(dollars, Infinity)) return 'Enter a number of dollars.';
  const prices = price.trim() === '' ? [] : price.split(',').map((each) => (each.trim() === '' ? NaN : Number(each)));
  const [input = 0, output = 0] = prices;
  if (price.trim() !== '' && !(prices.length === 2 && input >= 0 && output >= 0))
    return 'Enter the price as two numbers, such as 2.5,10.';
  if (dollars.trim() !== '' && prices.length === 0) return 'A dollar limit needs the price.';
  return {
    limits: {
      steps: Number(steps),
      rounds: Number(rounds),
      ...(minutes.trim() !== '' && { seconds: Number(minutes) * 60 }),
      ...(tokens.trim() !== '' && { tokens: Number(tokens) }),
      ...(dollars.trim() !== '' && { cost: Number(dollars) }),
    },
    ...(prices.length > 0 && { price: { input, output } }),
  };
}

function isEmptyOr(text: string, most: number): boolean {
  return text.trim() === '' || (Number(text) > 0 && Number(text) <= most && Number.isFinite(Number(text)));
}
