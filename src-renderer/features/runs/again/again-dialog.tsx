import { useState, type ReactNode } from 'react';
import { taskModel } from '#contract/model/agents/task';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Notice } from '../../../ui/state/state.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import type { Again } from '../state.ts';
import styles from './again.module.css';

const changes = [
  { value: 'answer', title: 'What the model answered' },
  { value: 'model', title: 'The model, run again' },
] as const;

/** Asks for the change when the selected step is repeated. */
export function AgainDialog(): ReactNode {
  const again = useRuns((state) => state.again);
  const { endAgain } = useRunsApi().getState();
  if (!again) return null;
  return (
    <Dialog label={`Rerun from step ${again.step}`} onClose={endAgain}>
      <Form key={again.step} again={again} />
    </Dialog>
  );
}

function Form({ again }: { readonly again: Again }): ReactNode {
  const { doAgain, endAgain } = useRunsApi().getState();
  const [change, setChange] = useState<(typeof changes)[number]['value']>('answer');
  const [answer, setAnswer] = useState(again.answer);
  const [model, setModel] = useState(again.model);
  const isNamed = taskModel.safeParse(model).success;
  const go = () => {
    if (isNamed) void doAgain({ answer: change === 'answer' ? answer : null, model });
  };
  return (
    <form
      className={styles.form}
      data-testid="again-form"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <h2 className={styles.heading}>Rerun from step {again.step}</h2>
      <Notice icon="info">
        {again.step > 1 && 'Earlier steps are remembered, not repeated. '}
        Nothing happens unless the desktop matches its state before this step. Otherwise the differences are shown.
      </Notice>
      <label className={styles.field}>
        <span>What changes</span>
        <SelectField label="What changes" value={change} options={changes} onChange={setChange} />
      </label>
      {change === 'answer' && (
        <textarea
          className={styles.answer}
          aria-label="Answer of the model"
          data-testid="again-answer"
          spellCheck={false}
          rows={10}
          value={answer}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        />
      )}
      <label className={styles.field}>
        <span>{change === 'answer' ? 'Model after that' : 'Model'}</span>
        <TextField label="Model" placeholder="openai:gpt-5 or ollama:qwen2.5vl" value={model} onText={setModel} />
      </label>
      <div className={styles.actions}>
        {!isNamed && <p className={styles.problem}>Name a model as PROVIDER:MODEL.</p>}
        <Button onClick={endAgain}>Cancel</Button>
        <Button
          variant="primary"
          icon="debug-rerun"
          busy={again.starting}
          disabled={!isNamed}
          onClick={go}
          data-testid="again-start"
        >
          Check and rerun
        </Button>
        <input type="submit" hidden />
      </div>
    </form>
  );
}
