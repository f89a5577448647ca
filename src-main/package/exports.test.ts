import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, type Bundle } from '../../scripts/lib/bundle.mjs';
import { declarations, exportedModules } from '../../scripts/lib/declarations.mjs';
import { assign, click, shows } from '../agents/testing/answers.ts';

const root = path.resolve(import.meta.dirname, '../..');
let built: Bundle;
/** A project that has the package installed. */
let project: string;
beforeAll(async () => {
  const exported = Object.fromEntries(exportedModules.map((name) => [name, `src-main/package/${name}.ts`]));
  built = await bundle({ engine: 'src-main/engine/process/entry.ts', ...exported });
  project = path.join(built.folder, 'project');
  const own = path.join(project, 'node_modules/deskscope');
  const out = path.join(own, 'out/main');
  const files = readdirSync(built.folder);
  mkdirSync(out, { recursive: true });
  copyFileSync(path.join(root, 'package.json'), path.join(own, 'package.json'));
  for (const name of files) cpSync(path.join(built.folder, name), path.join(out, name), { recursive: true });
  for (const name of exportedModules) writeFileSync(path.join(out, `${name}.d.ts`), await declarations(name));
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
}, 60_000);
afterAll(() => built.remove());

/** Runs a program of the project to its end. @throws if the end is not its own, or there is none within 30 seconds */
async function run(script: string): Promise<string> {
  const file = path.join(project, 'example.js');
  writeFileSync(file, script);
  const env = { ...process.env, XDG_CONFIG_HOME: project, APPDATA: project };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], {
    cwd: project,
    env,
    timeout: 30_000,
  });
  expect(stderr).toBe('');
  return stdout;
}

const exampleIn = (document: string) => {
  const text = readFileSync(path.join(root, 'docs', document), 'utf8');
  return /```ts\n(import .*?)```/s.exec(text)![1]!;
};

/** @throws where a compiler as strict as can be finds a fault */
function checkTypes(example: string): void {
  const file = path.join(project, 'example.ts');
  writeFileSync(file, example);
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    noEmit: true,
  };
  const wrong = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
  expect(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
}

/** On the scripted desktop. */
function runExample(example: string): Promise<string> {
  const onScripted = example.replace("allow: 'act'", "allow: 'act', backend: 'fake'");
  const { outputText } = ts.transpileModule(onScripted, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return run(outputText);
}

it('the example of Computers has types, and runs', async () => {
  const example = exampleIn('computer.md');
  checkTypes(example);
  const stdout = await runExample(example);
  const clicked = 'click_input Click action has been executed';
  expect(stdout.split('\n').filter((line) => line.startsWith(clicked))).toHaveLength(4);
  expect(stdout).toContain('capture_window_screenshot ');
  expect(stdout).not.toContain('null');
}, 60_000);

it('the example of agents has types, and does its task', async () => {
  const example = exampleIn('agents.md');
  checkTypes(example);
  const script = {
    HostAgent: [assign('Calculator', 'Compute it'), shows('Calculator', '42')],
    AppAgent: [
      { status: 'CONTINUE', action: ['7', '×', '6', '='].map(click) },
      { status: 'FINISH', action: [], result: '42' },
    ],
  };
  writeFileSync(path.join(project, 'script.json'), JSON.stringify(script));
  const stdout = await runExample(example.replace("'openai:gpt-5'", "'scripted:script.json'"));
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['HostAgent ASSIGN', 'done done']));
  const own = `async ({ agent, schema }) => JSON.stringify({ status: 'FAIL', result: agent + ' by ' + schema.type })`;
  expect(await runExample(example.replace("'openai:gpt-5'", own))).toContain('failed HostAgent by object');
  const wrong = `
    import { runTask } from 'deskscope/agents';
    const tell = ({ message, code }) => console.log(code, message);
    const task = { request: 'x', backend: 'fake', model: () => ({ status: 'FINISH' }) };
    await runTask({ ...task, limits: { steps: -1 } }).catch(tell);
    await runTask({ ...task, request: ' ' }).catch(tell);
    await runTask({ ...task, model: 'nobody:x' }).catch(tell);
    const { outcome, text } = await runTask(task);
    console.log(outcome, text);`;
  const reported = await run(wrong);
  expect(reported).toMatch(
    /^invalid_parameter limits\.steps: .*\ninvalid_parameter request: .*\ninvalid_parameter .*nobody/,
  );
  expect(reported).toContain('answered object, not a text');
}, 60_000);

/**
 * The examples of UFO's documents in Python and JSON, in the form of a program: the configuration, Computers with their
 * servers, calls with every printed field, commands, and the answer of a HostAgent.
 */
const printed = `
import { openComputers, ResultStatus, type Command, type ToolCall } from 'deskscope/computer';
import { runTask } from 'deskscope/agents';

const { manager, router, close } = await openComputers({
  allow: 'act',
  config: {
    data_collection_servers: [
      {
        namespace: 'screenshot_collector',
        type: 'local',
        module: 'ufo.client.mcp.local_servers.screenshot_server',
        reset: false,
      },
      { namespace: 'ui_collector', type: 'local', module: 'ufo.client.mcp.local_servers.ui_server', reset: false },
    ],
    action_servers: [
      { namespace: 'gui_automator', type: 'local', module: 'ufo.client.mcp.local_servers.automation_server', reset: false },
    ],
  },
});
const computer = await manager.getOrCreate({ agent: 'default_agent', process: 'explorer.exe' });
await computer.addServer({ namespace: 'ui_automation', type: 'local', reset: false }, 'action');
await computer.addServer(
  {
    namespace: 'Greeting',
    tools: [
      {
        name: 'greet',
        title: 'Greet',
        description: 'Greet.',
        parameters: ['whom'],
        run: (_, { whom }) => 'Hello ' + String(whom),
      },
    ],
  },
  'data_collection',
);

const dataTools = computer.listTools({ tool_type: 'data_collection' });
const actionTools = computer.listTools({ tool_type: 'action' });
console.log(dataTools.every(({ annotations }) => annotations?.['readOnlyHint']), actionTools.length > 10);

const windows = await computer.runActions([
  {
    tool_key: 'data_collection::get_desktop_app_info',
    tool_name: 'get_desktop_app_info',
    parameters: { remove_empty: true },
  },
]);
const listed = windows[0]?.data as { id: string; name: string }[];
const target = listed.find(({ name }) => name.includes('Calculator'));
const result = await computer.runActions([
  {
    tool_key: 'action::select_application_window',
    tool_name: 'select_application_window',
    parameters: { id: target?.id, name: target?.name },
  },
  { tool_key: 'action::select_application_window', parameters: { id: '99', name: 'Some Window' } },
  { tool_key: 'data_collection::get_app_window_controls_info', parameters: { field_list: [] } },
  { tool_key: 'action::greet' },
  { tool_key: 'greet', parameters: { whom: 'Ada' } },
]);
for (const { is_error, content, data } of result) console.log(is_error ? content[0]?.text?.split('\\n')[0] : typeof data);

const calls: readonly ToolCall[] = [
  { action: 'find', name: '7', controlType: 'Button' },
  { action: 'find_and_click', name: 'Save', controlType: 'Button' },
  { action: 'find_and_type', name: 'Username', text: 'john.doe' },
  { action: 'find_and_select', name: 'Country', value: 'United States' },
  { action: 'invoke', elementId: 'window:0x1234|runtime:42', pattern: 'Toggle' },
  { action: 'wait_for', name: 'Success', controlType: 'Window', timeout_ms: 10000 },
  { action: 'scroll_into_view', name: 'Item 47', controlType: 'ListItem', timeout_ms: 15000 },
  { action: 'ocr', source: 'region', monitorIndex: 0, x: 100, y: 100, width: 400, height: 200 },
  { action: 'ocr_element', controlType: 'Pane', automationId: 'CanvasContainer', padding: 5 },
  { action: 'ocr_status' },
].map((parameters) => ({ tool_key: 'ui_automation', parameters }));
const [found] = await computer.runActions(calls.slice(0, 1));
console.log(found?.data !== null && found?.structured_content?.['success']);

const commands: Command[] = [
  { action: 'click', parameters: { label: 'File' } },
  { action: 'type_text', parameters: { text: 'Hello' } },
];
const results = await router.execute('HostAgent', 'explorer.exe', 'navigate_folder', commands);
const single = await computer.executeCommand({ action: 'ping' });
for (const { action, status, observation, error_message, data } of [...results, single]) {
  console.log(action, status === ResultStatus.ERROR ? error_message : data, status === ResultStatus.SUCCESS, observation !== '');
}
await computer.deleteServer('Greeting');
await computer.reset();
await manager.reset();
await close();

const answer = {
  Observation: 'Desktop shows Microsoft Word with document open containing a table',
  Thought: 'User wants to extract data from Word first',
  'Current Sub-Task': 'Extract the table data from the document',
  Message: 'Starting data extraction from Word document',
  ControlLabel: '0',
  ControlText: 'Microsoft Word - Document1',
  Plan: ['Extract table from Word', 'Create chart in Excel'],
  Status: 'ASSIGN',
  Comment: 'Delegating table extraction to Word AppAgent',
  Questions: [],
  Bash: '',
};
const { outcome } = await runTask({
  request: 'Extract Word table, create Excel chart',
  allow: 'act',
  limits: { steps: 1 },
  model: () => Promise.resolve(JSON.stringify(answer)),
});
console.log(outcome);
`;

it('what the documents print has types, and runs', async () => {
  checkTypes(printed);
  const stdout = await runExample(
    printed.replace("allow: 'act',\n  limits", "allow: 'act', backend: 'fake',\n  limits"),
  );
  expect(stdout.split('\n')).toEqual([
    'true true',
    'object',
    expect.stringMatching(/^Control with id '99' not found\. Available control ids: \['1'/) as string,
    'object',
    expect.stringContaining('Tool action::greet is not registered') as string,
    'string',
    'true',
    "click Tool 'click' not found in registry false true",
    "type_text Tool 'type_text' not found in registry false true",
    'ping pong true true',
    'limit',
    '',
  ]);
}, 60_000);

it('refuses a configuration with the lines to mend, and what nobody allowed; then the program ends by itself', async () => {
  const script = `
    import { createRequire } from 'node:module';
    import { writeFileSync } from 'node:fs';
    const { openComputers } = createRequire(import.meta.url)('deskscope/computer');
    writeFileSync('broken.yaml', 'A: { default: { action: [{ type: htp }] } }');
    await openComputers({ config: 'broken.yaml', backend: 'fake' }).catch(({ message }) => console.log(message));
    const { manager, router, close } = await openComputers({ backend: 'fake', allowFolders: [process.cwd()] });
    const [files] = await router.execute('Me', null, null, [{ action: 'file_ops.list_folder' }]);
    console.log(files.error_message);
    const host = await manager.getOrCreate({ agent: 'HostAgent' });
    await host.executeCommand({ action: 'get_desktop_app_info' });
    const { error_message } = await host.executeCommand({
      action: 'select_application_window', parameters: { id: '1', name: 'Calculator' },
    });
    console.log(error_message);
    await close();`;
  expect((await run(script)).split('\n')).toEqual([
    'broken.yaml:1:28: Unsupported server type: htp. Did you mean http?',
    "Tool 'file_ops.list_folder' not found in registry",
    expect.stringContaining('Agents may only look here') as string,
    '',
  ]);
}, 60_000);
