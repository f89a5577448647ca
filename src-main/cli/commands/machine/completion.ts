import { quoted } from '#contract/foreign-text';
import type { Command } from '../../command.ts';
import { UsageError, globalOptions, type Options } from '../../args.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

type Shell = (typeof shells)[number];

type Writer = (commands: readonly Command[]) => string;

/** https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion-Builtins.html */
const bash: Writer = (commands) => `# eval "$(deskscope completion bash)"
_deskscope() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${inShell(commands.map(({ name }) => name).join(' '))}
  else
    case "\${COMP_WORDS[1]}" in
${commands.map((command) => `      ${command.name}) words=${inShell(joined(wordsAfter(command)))} ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _deskscope deskscope`;

/** https://zsh.sourceforge.io/Doc/Release/Completion-System.html */
const zsh: Writer = (commands) => `# eval "$(deskscope completion zsh)", behind compinit
_deskscope() {
  local -a found
  if (( CURRENT == 2 )); then
    found=(${described(commands.map(({ name, summary }) => ({ word: name, help: summary })))})
  else
    case $words[2] in
${commands.map((command) => `      ${command.name}) found=(${described(wordsAfter(command))}) ;;`).join('\n')}
    esac
  fi
  _describe deskscope found || _files
}
compdef _deskscope deskscope`;

/** https://fishshell.com/docs/current/cmds/complete.html */
const fish: Writer = (commands) =>
  [
    '# deskscope completion fish | source',
    ...commands.map(
      ({ name, summary }) => `complete -c deskscope -n __fish_use_subcommand -f -a ${name} -d ${inFish(summary)}`,
    ),
    ...commands.flatMap((command) => wordsAfter(command).map((word) => fishLine(command.name, word))),
  ].join('\n');

/** https://learn.microsoft.com/powershell/module/microsoft.powershell.core/register-argumentcompleter */
const powershell: Writer = (commands) => `# deskscope completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName deskscope -ScriptBlock {
  param($word, $line, $position)
  $after = @{
${commands.map((command) => `    '${command.name}' = '${joined(wordsAfter(command))}'`).join('\n')}
  }
  $said = @($line.CommandElements | ForEach-Object { "$_" })
  $first = $said.Count -lt 2 -or ($said.Count -eq 2 -and $word -ne '')
  $words = if ($first) { $after.Keys | Sort-Object } else { -split $after[$said[1]] }
  $words | Where-Object { $_ -like "$word*" }
}`;

const writers: Readonly<Record<Shell, Writer>> = { bash, zsh, fish, powershell };

/** A word of a command line, with its description. */
interface Word {
  readonly word: string;
  readonly help: string;
}

export const completion: Command = {
  name: 'completion',
  summary: 'Print shell completion; its first line explains how to enable it.',
  usage: `completion ${shells.join('|')}`,
  options: {},
  positionals: [1, 1],
  async run({ commands }, args) {
    const wanted = args.at(0);
    const shell = shells.find((known) => known === wanted);
    if (!shell) throw new UsageError(`${quoted(wanted)} is none of ${shells.join(', ')}.`);
    const script = completionScript(shell, await commands());
    return { data: { shell, script }, text: script };
  },
};

/** The script by which a shell completes `deskscope`. It is self-contained. */
function completionScript(shell: Shell, commands: readonly Command[]): string {
  return `${writers[shell](commands)}\n`;
}

function fishLine(command: string, { word, help }: Word): string {
  const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
  return `complete -c deskscope -n '__fish_seen_subcommand_from ${command}' ${what}${help && ` -d ${inFish(help)}`}`;
}

function joined(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}

/** `_describe` takes `word:description`. */
function described(words: readonly Word[]): string {
  return words
    .map(({ word, help }) => inShell(help === '' ? word : `${word}:${help.replaceAll(':', '\\:')}`))
    .join(' ');
}

/** In single quotes of a POSIX shell, where no character is special. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** fish has two signs in single quotes that mean something. */
function inFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The words that may follow the name of a command: the choices of its first argument, and its options. */
function wordsAfter({ usage, options }: Command): readonly Word[] {
  return [...choices(usage), ...optionWords(options), ...optionWords(globalOptions)];
}

/** `audit verify|show [FILE]` lets one choose between `verify` and `show`. */
function choices(usage: string): readonly Word[] {
  const [, first = ''] = usage.split(' ');
  return /^[a-z-]+(\|[a-z-]+)+$/.test(first) ? first.split('|').map((word) => ({ word, help: '' })) : [];
}

function optionWords(options: Options): readonly Word[] {
  return Object.entries(options).map(([name, { help }]) => ({ word: `--${name}`, help }));
}
