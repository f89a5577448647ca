import type { ReactNode } from 'react';
import type { ComputersInUseView, ComputersView, ComputerView } from '#contract/api';
import { oneLine } from '#contract/foreign-text';
import type { ToolType } from '#contract/model/tools/tool-call';
import { Icon } from '../../ui/icon/icon.tsx';
import { Section } from '../../ui/layout/section/section.tsx';
import { Loading, Notice } from '../../ui/state/state.tsx';
import styles from './mcp.module.css';

/** The Computers in use by clients and tasks. */
export function ComputersInUse({ inUse }: { readonly inUse: readonly ComputersInUseView[] }): ReactNode {
  if (inUse.length === 0) return null;
  return (
    <Section title="Computers in use" note={inUse.reduce((sum, { computers }) => sum + computers.length, 0)}>
      {inUse.map(({ kind, who, computers }, index) => (
        <section key={index} aria-label={`Computers of ${oneLine(who)}`} data-testid="mcp-in-use">
          <p className={styles.owner} data-tip={who}>
            <Icon name={kind === 'task' ? 'robot' : 'plug'} /> {kind === 'task' ? 'Task: ' : ''}
            {oneLine(who)}
          </p>
          {computers.length === 0 && <Loading what="Opening the servers" />}
          <ul>
            {computers.map((computer, nth) => (
              <ComputerRow key={nth} computer={computer} />
            ))}
          </ul>
        </section>
      ))}
    </Section>
  );
}

/** The agents' tools of the chosen configuration, and its missing parts. */
export function ComputerList({ computers: view }: { readonly computers: ComputersView | null }): ReactNode {
  if (!view) {
    return (
      <Section title="Computers">
        <p className={styles.detail}>No configuration file. Agents get the tools chosen in Settings (Ctrl+6).</p>
      </Section>
    );
  }
  const { file, problem, warnings, opening, computers } = view;
  return (
    <Section title="Computers" note={computers.length}>
      <p className={styles.file} data-tip={file}>
        {file}
      </p>
      {problem !== '' && <Problem text={problem} isUsed={computers.length > 0} />}
      {warnings.map((warning) => (
        <Notice key={warning} icon="warning" tone="warning">
          {warning}
        </Notice>
      ))}
      {opening && <Loading what="Opening the servers" />}
      {!opening && problem === '' && computers.length === 0 && (
        <p className={styles.detail}>The file names no agents.</p>
      )}
      <ul aria-label="Computers" data-testid="mcp-computers">
        {computers.map((computer) => (
          <ComputerRow key={`${computer.agent} ${computer.root}`} computer={computer} />
        ))}
      </ul>
    </Section>
  );
}

function Problem({ text, isUsed }: { readonly text: string; readonly isUsed: boolean }): ReactNode {
  const what = isUsed ? 'Its last change was not applied. ' : 'It cannot be used, so agents get no tools. ';
  return (
    <Notice icon="error" tone="warning">
      {what}Fix the file; it is read again when it changes.
      {text.split('\n').map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </Notice>
  );
}

const kinds = { local: '', http: ', over HTTP', stdio: ', a program' } as const;

function toolsOf(tools: number, type: ToolType): string {
  if (tools === 1) return type === 'action' ? '1 tool that acts' : '1 tool that looks';
  return `${tools} tools that ${type === 'action' ? 'act' : 'look'}`;
}

function ComputerRow({ computer }: { readonly computer: ComputerView }): ReactNode {
  const { agent, root, process, servers, problems } = computer;
  return (
    <li className={styles.computer} data-testid="mcp-computer">
      <Icon name="device-desktop" />
      <div className={styles.clientText}>
        <span className={styles.clientName}>
          <strong>{agent}</strong>
          {root !== 'default' && ` in ${root}`}
          {process !== undefined && `, ${oneLine(process)}`}
        </span>
        <ul className={styles.servers} aria-label={`Servers of ${agent}`}>
          {servers.map(({ namespace, type, kind, tools }) => (
            <li key={`${type} ${namespace}`}>
              {namespace}{' '}
              <span className={styles.detail}>
                {toolsOf(tools, type)}
                {kinds[kind]}
              </span>
            </li>
          ))}
          {problems.map(({ namespace, type, message }) => (
            <li key={`${type} ${namespace} ${message}`} className={styles.missing}>
              <Icon name="warning" /> {namespace} <span className={styles.detail}>{message}</span>
            </li>
          ))}
        </ul>
        {servers.length === 0 && problems.length === 0 && <span className={styles.detail}>No servers.</span>}
      </div>
    </li>
  );
}
