import { Option, type Command } from 'commander';
import { type OpenFlags, openOptions } from './flags.js';
import { readText, tell, type Terminal } from './process.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { bad, counted, dim, good, type TextFormat } from '@mneme/core/format/style.js';
import { openMemory } from '@mneme/mneme/index.js';
import type { AnswerComparison, AnswerState } from '@mneme/mneme/public-types.js';

/** A question with the peer's answers; null where it has yet to be asked. */
interface AskedQuestion {
  readonly query: string;
  readonly answers: readonly string[] | null;
}

interface PeerAddress {
  readonly url: string;
  readonly key?: string;
  /** The user, agent or bank whose memories are queried, depending on the peer. */
  readonly of: string;
  readonly k: number;
}

type Ask = (query: string, peer: PeerAddress) => { readonly path: string; readonly body?: unknown };

/** The request by which each peer is queried. */
const PEERS: Readonly<Record<string, Ask>> = {
  mem0: (query, { of, k }) => ({
    path: '/v3/memories/search/',
    body: { query, filters: { user_id: of }, top_k: k },
  }),
  'mem0-open': (query, { of, k }) => ({ path: '/search', body: { query, user_id: of, top_k: k } }),
  hindsight: (query, { of }) => ({
    path: `/v1/default/banks/${encodeURIComponent(of)}/memories/recall`,
    body: { query },
  }),
  letta: (query, { of, k }) => ({
    path: `/v1/agents/${encodeURIComponent(of)}/archival-memory/search?${new URLSearchParams({ query, top_k: String(k) }).toString()}`,
  }),
  zep: (query, { of, k }) => ({
    path: '/api/v2/graph/search',
    body: { query, user_id: of, scope: 'edges', limit: k },
  }),
};
/** The reference memory server of the Model Context Protocol keeps a file: it is asked as an agent asks it. */
const REFERENCE = 'reference';
const PEER_NAMES = [...Object.keys(PEERS), REFERENCE];

const wrong = (message: string, hint: string, field = 'questions'): MnemeError =>
  new MnemeError('invalid_input', message, { field, hint });

/**
 * Reads questions: a string each, or an object with the answers. JSON, or one per line. Throws `invalid_input`,
 * `not_found`.
 */
async function readQuestions(path: string): Promise<AskedQuestion[]> {
  const text = await readText(path, 'questions');
  const listed = parsed(text);
  if (listed.length === 0) throw wrong('There is no question in it.', 'Write a question a line.');
  return listed.map((each, at) => asQuestion(each, at));
}

function parsed(text: string): unknown[] {
  try {
    const whole: unknown = JSON.parse(text);
    return Array.isArray(whole) ? whole : [whole];
  } catch {
    return text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line): unknown => {
        try {
          return line.trim().startsWith('{') ? JSON.parse(line) : line.trim();
        } catch {
          throw wrong(
            'A line is no whole JSON object.',
            `It begins with ${line.trim().slice(0, 40)}.`,
          );
        }
      });
  }
}

function asQuestion(each: unknown, at: number): AskedQuestion {
  if (typeof each === 'string') return { query: each, answers: null };
  const { query, question, answers, results, memories } = (each ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const asked = query ?? question;
  const given = answers ?? results ?? memories;
  if (typeof asked !== 'string')
    throw wrong(`Question ${at + 1} has no query.`, 'Write {"query": "…", "answers": ["…"]}.');
  return { query: asked, answers: given === undefined ? null : textsOf(given) };
}

/** The texts in an answer, in the format of any of the peers. */
function textsOf(given: unknown): string[] {
  const listed = Array.isArray(given)
    ? given
    : ['results', 'edges', 'memories', 'items'].flatMap((name) => {
        const list = (given as Readonly<Record<string, unknown>> | null)?.[name];
        return Array.isArray(list) ? (list as unknown[]) : [];
      });
  return listed.flatMap((each: unknown) => {
    if (typeof each === 'string') return [each];
    const { memory, text, content, fact } = (each ?? {}) as Readonly<Record<string, unknown>>;
    const told = memory ?? text ?? content ?? fact;
    return typeof told === 'string' ? [told] : [];
  });
}

/** Queries a running peer. Throws `unavailable` where none answers, `denied` or `invalid_input` for what it refuses. */
async function askPeer(name: string, query: string, peer: PeerAddress): Promise<string[]> {
  if (name === REFERENCE) return observationsOn(query, peer);
  const ask = Object.hasOwn(PEERS, name) ? PEERS[name] : undefined;
  if (ask === undefined)
    throw wrong(`There is no peer ${name}.`, `There are ${PEER_NAMES.join(', ')}.`, '--with');
  const { path, body } = ask(query, peer);
  const scheme = name.startsWith('mem0') ? 'Token' : name === 'zep' ? 'Api-Key' : 'Bearer';
  const response = await fetch(`${peer.url.replace(/(?<!\/)\/+$/, '')}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(peer.key === undefined ? {} : { authorization: `${scheme} ${peer.key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new MnemeError('unavailable', `There is no answer from ${peer.url}.`, {
      field: '--url',
      value: peer.url,
      cause,
    });
  });
  if (response.ok) return textsOf(await response.json());
  throw new MnemeError(
    response.status === 401 || response.status === 403 ? 'denied' : 'invalid_input',
    `${name} refused the question with status ${response.status}.`,
    { field: '--with', value: name, hint: (await response.text()).slice(0, 200) },
  );
}

/** Shorter words are in too many texts. */
const SOUGHT = 4;

/** Observations of its file that hold words of the question, those with most of them first, the newest of as many. */
async function observationsOn(query: string, { url, k }: PeerAddress): Promise<string[]> {
  const sought = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))].filter(
    (word) => word.length >= SOUGHT,
  );
  const observations = (await readText(url, '--url'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line): string[] => {
      const { observations: own } = asLine(line, url);
      return Array.isArray(own) ? own.filter((each) => typeof each === 'string') : [];
    });
  return observations
    .map((text, at) => ({
      text,
      at,
      held: sought.filter((word) => text.toLowerCase().includes(word)).length,
    }))
    .filter(({ held }) => held > 0)
    .sort((a, b) => b.held - a.held || b.at - a.at)
    .slice(0, k)
    .map(({ text }) => text);
}

function asLine(line: string, path: string): { readonly observations?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as { readonly observations?: unknown };
  } catch {
    throw wrong(
      `${path} is no file of the reference memory server.`,
      'Name its memory.jsonl with --url.',
      '--url',
    );
  }
}

interface CompareFlags extends OpenFlags {
  readonly json?: boolean;
  readonly with?: string;
  readonly peer?: string;
  readonly url?: string;
  readonly key?: string;
  readonly of?: string;
  readonly limit: string;
}

/** `mneme compare-peer FILE`: runs your questions here and on the memory you come from. */
export function addComparePeerCommand(program: Command, terminal: Terminal): void {
  program
    .command('compare-peer')
    .summary('Ask your own questions here and of the memory you come from, and see what differs.')
    .description(
      'A question a line, or JSON with what was answered: [{"query": "…", "answers": ["…"]}]. Questions without answers are asked of the memory that --with and --url name. Nothing is written, here or there.',
    )
    .argument('<questions>', 'the file of questions')
    .option('--with <name>', `what is asked there: ${PEER_NAMES.join(', ')}`)
    .addOption(new Option('--peer <name>').hideHelp())
    .option('--url <address>', `where it runs; of ${REFERENCE}, its file`)
    .option('--key <key>', 'the key it asks for')
    .option('--of <id>', 'whose memories there: a user, an agent or a bank')
    .option('--limit <n>', 'how many results count as an answer', '10')
    .action(async (path: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<CompareFlags>();
      const k = Number(flags.limit);
      const peer = flags.with ?? flags.peer ?? '';
      const asked = await readQuestions(path);
      const questions: { query: string; answers: string[] }[] = [];
      for (const { query, answers } of asked)
        questions.push({
          query,
          answers: [...(answers ?? (await askPeer(peer, query, addressOf(peer, flags, k))))],
        });
      const memory = await openMemory({ ...openOptions(flags), mustExist: true });
      try {
        const report = await memory.guidance.compareAnswers({ questions, k });
        tell(terminal, flags.json, report, () => render(report, terminal.screen));
      } finally {
        await memory.close();
      }
    });
}

function addressOf(peer: string, flags: CompareFlags, k: number): PeerAddress {
  const { url, key, of = peer === REFERENCE ? REFERENCE : undefined } = flags;
  if (url !== undefined && of !== undefined)
    return { url, of, k, ...(key === undefined ? {} : { key }) };
  throw new MnemeError('invalid_input', 'A question has no answers, and nobody is named to ask.', {
    field: url === undefined ? '--url' : '--of',
    hint: 'Give --with, --url and --of, or a file with the answers.',
  });
}

const MARKS: Readonly<Record<AnswerState, (at: number | null) => string>> = {
  found: (at) => good(`here at ${at}`),
  below: (at) => `here at ${at}, below the first`,
  kept: () => 'kept here, not found by this question',
  missing: () => bad('not here'),
};

function render({ questions, totals }: AnswerComparison, { width }: TextFormat): string {
  const short = (text: string): string =>
    text.replace(/\s+/g, ' ').slice(0, Math.max(30, width - 40));
  const lines = questions.flatMap(({ query, theirs, onlyOurs }) => [
    query,
    ...theirs.map(({ text, state, at }) => `  ${short(text)}  ${dim('—')} ${MARKS[state](at)}`),
    ...onlyOurs.map(({ text, at }) => `  ${short(text)}  ${dim(`— only here, at ${at}`)}`),
    '',
  ]);
  const all = totals.found + totals.below + totals.kept + totals.missing;
  return [
    ...lines,
    `Of ${counted(all, 'answer')} there, ${totals.found} are among the first here, ${totals.below} below them, ${totals.kept} kept and not found, ${totals.missing} not here; ${totals.onlyOurs} are only here.`,
    `${totals.tokens.theirs} tokens there, ${totals.tokens.ours} here.`,
  ].join('\n');
}
