import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { CommandButton } from '../../../ui/button/button.tsx';
import { Code, CodeEditor } from '../../../ui/code/code.tsx';
import type { Command } from '../../../ui/command.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/state.tsx';
import { Toolbar } from '../../../ui/layout/toolbar/toolbar.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { markedLines, stepsOf } from '../derived.ts';
import type { ScriptEdit } from './editing.ts';
import styles from './script.module.css';

interface ScriptPanelProps {
  readonly commands: readonly Command[];
  readonly theme: string;
}

/** The recording as a script, with the lines of the running or chosen step marked. */
export function ScriptPanel({ commands, theme }: ScriptPanelProps): ReactNode {
  const formats = useRecorder((state) => state.formats);
  const format = useRecorder((state) => state.format);
  // Enables the buttons once there is something to copy, save and edit.
  useRecorder((state) => state.script);
  useRecorder((state) => state.edited);
  const { setFormat } = useRecorderApi().getState();
  return (
    <section className={styles.panel} aria-label="Script" data-testid="script">
      <PanelHeader title="Script">
        <SelectField
          label="Format of the script"
          value={format}
          options={formats.map(({ id, label, group }) => ({ value: id, title: label, group }))}
          onChange={setFormat}
        />
        <Toolbar label="Script">
          {commands.map((command) => (
            <CommandButton key={command.id} command={command} />
          ))}
        </Toolbar>
      </PanelHeader>
      <div className={styles.body}>
        <ScriptBody theme={theme} />
      </div>
    </section>
  );
}

function ScriptBody({ theme }: { readonly theme: string }): ReactNode {
  const empty = useRecorder((state) => stepsOf(state).length === 0);
  const script = useRecorder((state) => state.script);
  const error = useRecorder((state) => state.scriptError);
  const marked = useRecorder(useShallow(markedLines));
  const edited = useRecorder((state) => state.edited);
  if (edited) return <EditedScript edited={edited} theme={theme} />;
  if (empty) {
    return (
      <EmptyState icon="code" title="No script yet">
        The steps appear here in the selected format, as prose or code.
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorState error={error} />;
  if (script === null) return <Loading what="Writing the script" />;
  return <Code label="Exported script" text={script.text} language={script.language} marked={marked} theme={theme} />;
}

function EditedScript({ edited, theme }: { readonly edited: ScriptEdit; readonly theme: string }): ReactNode {
  const { changeScript } = useRecorderApi().getState();
  const { text, schema, problem } = edited;
  return (
    <>
      <CodeEditor
        label="Script being edited"
        text={text}
        schema={schema}
        problem={problem}
        theme={theme}
        onChange={changeScript}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem.message}
        </p>
      )}
    </>
  );
}
