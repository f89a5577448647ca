import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type ClientCapabilities,
  type InputRequests,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { objectOf, words, type FixtureAnswer, type FixtureTools } from './fixture.ts';

/** State that passes through the client is signed: a tool never sees an altered one. */
export const stateCodec = createRequestStateCodec<{ readonly round: number }>({ key: randomBytes(32) });

const text = { type: 'string' } as const;
const ask = (message: string, property: string) =>
  inputRequired.elicit({ message, requestedSchema: objectOf({ [property]: text }) });
const confirm = () =>
  inputRequired.elicit({ message: 'Please confirm', requestedSchema: objectOf({ ok: { type: 'boolean' } }) });
const sample = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  });

/** Tools of the 2026 era: they answer with their needs, and are called again with them. */
export const inputRequiredTools: FixtureTools = {
  test_input_required_result_elicitation: {
    run(_, { mcpReq }) {
      const name = acceptedContent<{ name: string }>(mcpReq.inputResponses, 'user_name')?.name;
      if (typeof name === 'string') return words(`Hello, ${name}!`);
      return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } });
    },
  },
  test_input_required_result_sampling: oneQuestion('capital_question', () => sample('What is the capital of France?')),
  test_missing_capability: oneQuestion('llm_answer', () => sample('Reply with the single word: pong')),
  test_input_required_result_list_roots: oneQuestion('client_roots', () => inputRequired.listRoots()),
  test_input_required_result_request_state: { run: (_, context) => confirmed(context) },
  test_input_required_result_tampered_state: { run: (_, context) => confirmed(context) },
  test_input_required_result_multiple_inputs: { run: (_, context) => severalAtOnce(context) },
  test_input_required_result_multi_round: { run: (_, context) => twoRounds(context) },
  test_input_required_result_capabilities: { run: (_, context) => whatTheClientCan(context) },
};

function oneQuestion(key: string, question: () => InputRequests[string]): FixtureTools[string] {
  return {
    run(_, { mcpReq }) {
      const answer = mcpReq.inputResponses?.[key];
      return answer === undefined
        ? inputRequired({ inputRequests: { [key]: question() } })
        : words(JSON.stringify(answer));
    },
  };
}

const stateOf = (round: number) => stateCodec.mint({ round });

async function confirmed({ mcpReq }: ServerContext): Promise<FixtureAnswer> {
  const agreed = acceptedContent(mcpReq.inputResponses, 'confirm') !== undefined;
  if (agreed && mcpReq.requestState() !== undefined) return words('state-ok');
  return inputRequired({ inputRequests: { confirm: confirm() }, requestState: await stateOf(1) });
}

async function severalAtOnce({ mcpReq: { inputResponses } }: ServerContext): Promise<FixtureAnswer> {
  const questions = {
    user_name: ask('What is your name?', 'name'),
    greeting: sample('Generate a greeting'),
    client_roots: inputRequired.listRoots(),
  };
  const missing = Object.keys(questions).filter((key) => inputResponses?.[key] === undefined);
  if (missing.length === 0) return words(JSON.stringify(inputResponses));
  return inputRequired({ inputRequests: questions, requestState: await stateOf(1) });
}

async function twoRounds({ mcpReq }: ServerContext): Promise<FixtureAnswer> {
  const round = mcpReq.requestState<{ readonly round: number }>()?.round ?? 0;
  const question = [ask('What is your name?', 'name'), ask('What is your favourite colour?', 'color')][round];
  if (!question) return words('All rounds are complete.');
  return inputRequired({ inputRequests: { [`step${round + 1}`]: question }, requestState: await stateOf(round + 1) });
}

function whatTheClientCan({ mcpReq }: ServerContext): FixtureAnswer {
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  const can = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const inputRequests: InputRequests = {
    ...(can?.elicitation && { user_name: ask('What is your name?', 'name') }),
    ...(can?.sampling && { greeting: sample('Generate a short greeting') }),
    ...(can?.roots && { client_roots: inputRequired.listRoots() }),
  };
  const done = mcpReq.inputResponses !== undefined || Object.keys(inputRequests).length === 0;
  return done ? words('Asked for nothing the client cannot give.') : inputRequired({ inputRequests });
}
