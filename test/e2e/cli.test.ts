/** The command line as a person or a script meets it: real processes, exit codes, what goes to which stream. */
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { spelling } from '../../packages/core/src/operations/operation.js';
import { OPERATIONS } from '../../packages/mneme/src/operations/table.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { runHere } from '../support/run-here.js';
import { runProgram as mneme, type Ran } from '../support/run-node.js';

// A process a command takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const ID = /m_[0-9a-v]{13}/;

/** Several commits of an import, which takes 128 at once. */
const MANY = 400;

/** The same command for people, and for programs. */
async function both(args: readonly string[]): Promise<{ human: string; json: unknown }> {
  const human = await runHere(args);
  const json = await runHere([...args, '--json']);
  expect(json.err + human.err).toBe('');
  return { human: human.out, json: JSON.parse(json.out) };
}

/** A file in which a bank holds this. */
async function holding(content: string, bank = 'default', file = temporaryFile()): Promise<string> {
  const memory = await openMemory({ file, bank });
  await memory.remember(content);
  await memory.close();
  return file;
}

/** What a failing command says to a program. */
function errorOf({ err, out }: Ran): {
  code: string;
  message: string;
  field?: string;
  hint?: string;
} {
  expect(out).toBe('');
  return (JSON.parse(err) as { error: { code: string; message: string } }).error;
}

function chatFile(lines: readonly unknown[]): string {
  const path = join(temporaryFolder(), 'chat.jsonl');
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + '\n').join(''),
  );
  return path;
}

describe('the verbs', () => {
  // One filled file for the verbs that only read; it must stay as it is.
  let folder: string;
  let file: string;
  let id: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mneme-test-'));
    file = join(folder, 'shared.mneme');
    const memory = await openMemory({ file });
    const { receipts } = await memory.rememberAll([
      {
        content: 'Tom Okafor moved to Porto last Saturday.',
        speaker: 'Priya',
        session: 's',
        saidAt: '2025-07-02T10:00:00Z',
        tags: ['move'],
      },
      {
        content: 'His greyhound Marmalade came along.',
        speaker: 'Priya',
        session: 's',
        saidAt: '2025-07-02T10:01:00Z',
      },
    ]);
    id = receipts[0]?.id ?? '';
    await memory.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('recall', async () => {
    const { human, json } = await both([
      'recall',
      'Where did Tom move?',
      '--limit',
      '1',
      '--file',
      file,
    ]);
    expect(human.replace(/\s+/g, ' ')).toContain(
      'Priya, 2 July 2025, of 28 June 2025 (four days before): Tom Okafor moved to Porto last Saturday. m_',
    );
    expect(human).toMatch(/^Is the answer known\? (?:Probably|Unsure) \(\d+ %\)/);
    expect(human).not.toContain('candidates');
    const why = await mneme(['recall', 'Where did Tom move?', '--why', '--file', file]);
    expect(why).toMatchObject({ code: 0, err: '' });
    const whole = why.out;
    expect(whole).toMatch(/score +sure +memory/);
    expect(whole).toMatch(/ms: \d+ candidates \(semantic \d+, lexical \d+/);
    expect(whole.replace(/\s+/g, ' ')).toContain('Said by Priya on 2 July 2025');
    expect(json).toMatchObject({
      results: [
        { content: 'Tom Okafor moved to Porto last Saturday.', occurred: { text: '28 June 2025' } },
      ],
      plan: {
        paths: [
          { path: 'semantic' },
          { path: 'lexical' },
          { path: 'graph' },
          { path: 'temporal' },
          { path: 'causal' },
        ],
      },
    });
  });

  it('show', async () => {
    const { human, json } = await both(['show', id, '--file', file]);
    for (const words of ['happened', '28 June 2025', 'Evidence', 'Links', 'mentions', 'Porto'])
      expect(human).toContain(words);
    expect(json).toMatchObject({ memory: { id, tags: ['move'] }, stratum: 'experiential' });
  });

  it('list', async () => {
    const { human, json } = await both(['list', '--limit', '1', '--file', file]);
    expect(human).toMatch(/said at +by +memory/);
    expect(human).toMatch(/More: the same with --cursor \S+/);
    expect(json).toMatchObject({ memories: [{ id }], next: expect.any(String) as string });
  });

  it('hierarchy', async () => {
    const own = temporaryFile();
    const memory = await openMemory({ file: own });
    await memory.rememberAll(['Marmalade is a greyhound.', 'Greyhounds are dogs.']);
    await memory.close();
    const told = await both(['hierarchy', 'Marmalade', 'dog', '--file', own]);
    expect(told.human).toMatch(
      /^Yes: Marmalade is a dog[^]*greyhound is a dog – “Greyhounds are dogs.” m_/,
    );
    expect(told.json).toMatchObject({
      isA: { holds: true, chain: [{ to: { name: 'greyhound' } }, { to: { name: 'dog' } }] },
    });
    const below = await both(['hierarchy', 'dog', '--direction', 'descendants', '--file', own]);
    expect(below.human).toMatch(/1 +greyhound[^]*2 +Marmalade/);
    expect(below.json).toMatchObject({ total: 2 });
    const unknown = await mneme(['hierarchy', 'Marmelade', 'dog', '--json', '--file', own]);
    expect(unknown.code).toBe(3);
    expect(errorOf(unknown)).toMatchObject({
      code: 'not_found',
      field: 'name',
      hint: expect.stringContaining('Marmalade') as string,
    });
  });

  it('stats', async () => {
    const { human, json } = await both(['stats', '--file', file]);
    expect(human).toMatch(/memories +2/);
    expect(human).toMatch(/relational links +\d/);
    expect(json).toMatchObject({ memories: 2, sessions: 1, bank: { name: 'default' } });
  });

  it('doctor', async () => {
    const { human, json } = await both(['doctor', '--file', file]);
    expect(human).toContain('The file is healthy.');
    expect(human).toMatch(/encoder +mneme-hashed-1/);
    expect(json).toMatchObject({ healthy: true, problems: [], rebuilt: 0 });
  });

  it('remember, forget and restore, one after the other', async () => {
    const own = temporaryFile();
    const first = await mneme([
      'remember',
      'The heron nests by the weir.',
      '--kind',
      'observation',
      '--tags',
      'birds, river',
      '--metadata',
      'app=cli,n=2',
      '--speaker',
      'Ana',
      '--file',
      own,
    ]);
    expect(first).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Remembered: m_/) as string,
    });
    const heron = ID.exec(first.out)?.[0] ?? '';
    const again = await mneme(
      [
        ...['remember', '-', '--kind', 'observation', '--speaker', 'Ana', '--session', 'later'],
        ...['--json', '--file', own],
      ],
      { input: 'The heron nests by the weir.\n' },
    );
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'reinforced', id: heron });

    const forgotten = await mneme(['forget', heron, '--reason', 'it moved', '--file', own]);
    expect(forgotten).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(`^Forgotten: ${heron}\\nUndo it within 30 days: mneme undo \\S+\\n$`),
      ) as string,
    });
    const [gone, kept, listed] = await Promise.all([
      mneme(['recall', 'heron', '--json', '--file', own]),
      mneme(['show', heron, '--json', '--file', own]),
      mneme(['list', '--forgotten', '--file', own]),
    ]);
    expect(JSON.parse(gone.out)).toMatchObject({ results: [] });
    expect(JSON.parse(kept.out)).toMatchObject({
      memory: {
        retraction: 'it moved',
        tags: ['birds', 'river'],
        metadata: { app: 'cli', n: '2' },
      },
    });
    expect(listed.out.replace(/\s+/g, ' ')).toMatch(/forgotten \(.*it moved\) The heron/);
    expect(JSON.parse((await mneme(['undo', heron, '--json', '--file', own])).out)).toMatchObject({
      memories: [heron],
      unchanged: [],
    });
    const [back, idle] = await Promise.all([
      mneme(['recall', 'heron', '--file', own]),
      mneme(['restore', heron, '--file', own]),
    ]);
    expect(back.out).toContain('The heron nests by the weir.');
    expect(idle.out).toContain('1 was so already');
  });

  it('import, and again: nothing new', async () => {
    const own = temporaryFile();
    const chat = chatFile(
      ['The heron nests.', 'The weir sings.', 'The kiln is hot.'].map((content) => ({
        role: 'user',
        name: 'Ana',
        content,
      })),
    );
    const first = await mneme(['import', chat, '--file', own]);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/Read \S*chat\.jsonl as chat-jsonl\.\s+new +3/);
    const second = await mneme(['import', chat, '--json', '--file', own]);
    expect(JSON.parse(second.out)).toMatchObject({
      outcomes: { remembered: 0, reinforced: 0, known: 3 },
    });
  });

  it('bank, file and --read-only are taken before and after the verb, and from the environment', async () => {
    const own = await holding('The parser is done.', 'work');
    const [before, after, environment, refused] = await Promise.all([
      mneme(['--bank', 'work', '--file', own, '--json', 'stats']),
      mneme(['stats', '--bank', 'work', '--file', own, '--json']),
      mneme(['stats', '--json'], { env: { MNEME_FILE: own, MNEME_BANK: 'work' } }),
      mneme(['remember', 'More.', '--read-only', '--bank', 'work', '--file', own, '--json']),
    ]);
    for (const ran of [before, after, environment])
      expect(JSON.parse(ran.out)).toMatchObject({ memories: 1, bank: { name: 'work' } });
    expect(refused.code).toBe(7);
    expect(errorOf(refused).code).toBe('read_only');
  });
});

describe('what goes wrong', () => {
  it('a bad flag ends with 2 and says so on standard error', async () => {
    const [unknown, value, verb] = await Promise.all([
      mneme(['recall', 'x', '--colour', 'red']),
      mneme(['recall', 'x', '--limit', 'many', '--json']),
      mneme(['daydream']),
    ]);
    expect(unknown).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('--colour') as string,
    });
    expect(value.code).toBe(2);
    expect(errorOf(value)).toMatchObject({ code: 'invalid_input', field: '--limit' });
    expect(verb).toMatchObject({ code: 2, out: '' });
    expect(verb.err).toContain('daydream');
  });

  it('bad input ends with 2, for people with the mend, for programs as JSON', async () => {
    const file = temporaryFile();
    const [human, json, bank] = await Promise.all([
      mneme(['remember', '', '--file', file]),
      mneme(['remember', 'x', '--confidence', '1.5', '--json', '--file', file]),
      mneme(['stats', '--bank', '../x', '--json', '--file', file]),
    ]);
    expect(human).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/content: must not be empty[\s\S]*Got ""\./) as string,
    });
    expect(json.code).toBe(2);
    expect(errorOf(json)).toMatchObject({
      code: 'invalid_input',
      field: 'remember.confidence',
      value: 1.5,
    });
    expect(bank.code).toBe(2);
  });

  it('reading founds nothing: a mistyped file or bank ends with 3 and names what was meant', async () => {
    const folder = temporaryFolder();
    const file = await holding('The heron nests.', 'work', join(folder, 'notes.mneme'));
    const missing = join(folder, 'nots.mneme');
    const [wrong, bank, other, right] = await Promise.all([
      mneme(['recall', 'heron', '--json', '--file', missing, '--bank', 'work']),
      mneme(['stats', '--json', '--file', file, '--bank', 'wrok']),
      mneme(['list', '--json', '--file', file]),
      mneme(['recall', 'heron', '--json', '--file', file, '--bank', 'work']),
    ]);
    expect([wrong.code, bank.code, other.code, right.code]).toEqual([3, 3, 3, 0]);
    expect(errorOf(wrong)).toMatchObject({
      code: 'not_found',
      field: 'file',
      value: missing,
      hint: expect.stringContaining('Did you mean notes.mneme?') as string,
    });
    expect(errorOf(bank)).toMatchObject({
      code: 'not_found',
      field: 'bank',
      value: 'wrok',
      hint: expect.stringContaining('Did you mean work?') as string,
    });
    expect(errorOf(other)).toMatchObject({
      field: 'bank',
      value: 'default',
      hint: expect.stringContaining('holds work') as string,
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('nots'))).toEqual([]);
    const memory = await openMemory({ file, bank: 'work' });
    expect((await memory.file.banks()).map(({ name }) => name)).toEqual(['work']);
    await memory.close();
  });

  it('what is not there ends with 3', async () => {
    const file = await holding('The weir sings.');
    const [id, path, many] = await Promise.all([
      mneme(['show', 'm_0000000000000', '--json', '--file', file]),
      mneme(['import', 'nowhere.jsonl', '--file', file]),
      mneme(['forget', 'm_0000000000000', 'm_1111111111111', '--file', file]),
    ]);
    expect(id.code).toBe(3);
    expect(errorOf(id)).toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining('mneme list') as string,
    });
    expect(path).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('nowhere.jsonl') as string,
    });
    expect(many).toMatchObject({ code: 3, err: expect.stringContaining('nor 1 more') as string });
  });

  it('a malformed import ends with 4 and names the line; --skip-bad goes on', async () => {
    const file = temporaryFile();
    const chat = chatFile([
      { role: 'user', content: 'The heron nests.' },
      '{"role": "user", "content": ',
      { role: 'user', content: 'The weir sings.' },
    ]);
    const stopped = await mneme(['import', chat, '--json', '--file', file]);
    expect(stopped.code).toBe(4);
    expect(errorOf(stopped)).toMatchObject({
      code: 'malformed_import',
      message: expect.stringMatching(/^Line 2/) as string,
    });
    const went = await mneme(['import', chat, '--skip-bad', '--file', file]);
    expect(went).toMatchObject({ code: 0, err: '' });
    expect(went.out).toMatch(/new +2/);
    expect(went.out).toMatch(/could not be read +1[\s\S]*Line 2/);
  });

  it('a file that is no bank ends with 5 and stays as it is', async () => {
    const file = chatFile([
      'This is a diary, long enough to be no header of any database that we know of.',
    ]);
    const ran = await mneme(['stats', '--json', '--file', file]);
    expect(ran.code).toBe(5);
    expect(errorOf(ran).code).toBe('not_a_bank');
  });
});

it.skipIf(!existsSync('/dev/full'))(
  'an answer that nobody could take down is a failure, not a success (skipped without /dev/full)',
  async () => {
    const file = await holding('The heron nests by the weir.');
    const full = openSync('/dev/full', 'w');
    for (const args of [
      ['export', '-'],
      ['list', '--json'],
    ]) {
      const { code, err } = await mneme([...args, '--file', file], { stdout: full });
      expect(code).toBe(8);
      expect(err).toContain('cannot be written');
    }
    closeSync(full);
  },
);

describe('help', () => {
  it('of the program lists every verb', async () => {
    const { code, out, err } = await mneme(['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const verb of [
      ...Object.values(OPERATIONS).map((operation) => spelling(operation).split(' ')[0]),
      'demo',
      'bench',
    ])
      expect(out).toMatch(new RegExp(`^ +${verb} |[ ]${verb}(?:,|$)`, 'm'));
  });

  it('of a verb shows its examples and its flags', async () => {
    const { code, out, err } = await mneme(['recall', '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Examples:\s+\$ mneme recall "Where does Tom live now\?"/);
    expect(out).toContain('--token-budget <number>');
  });
});

describe('without a terminal', () => {
  it('the demo asks of its own, shows a change, a doubt, a why and an undo, and ends', async () => {
    const { code, out, err } = await mneme(['demo'], {
      env: { HOME: temporaryFolder(), XDG_DATA_HOME: temporaryFolder() },
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.match(/^.*\?$/gm)).toEqual([
      'Where does Tom live now?',
      'Why was the first supper served cold?',
      'How do you roll back a deployment at Farolim?',
      ...Array<string>(3).fill('What does a seat at the supper club cost?'),
    ]);
    const [, change = '', doubt = '', undone = ''] = out.split(
      'What does a seat at the supper club cost?',
    );
    expect(change).toMatch(
      /^\s+Is the answer known[^]*?\n1 .*42 euros[^]*no longer so since 20 October 2025/,
    );
    expect(change).toMatch(/before: A seat .* 35 euros/);
    expect(out).not.toContain('against it: A seat');
    expect(doubt).toMatch(/\n1 .*40 euros[^]*says otherwise[^]*is near in meaning/);
    expect(undone).toMatch(/\n1 .*42 euros/);
    expect(undone).not.toContain('40 euros');
    expect(out).toMatch(/kitchen-and-code\.jsonl as chat-jsonl\.\s+new +283/);
    expect(out).toContain('I live in Porto!!');
  });

  it('the first interrupt stops a long import between two commits, and the next run completes it', async () => {
    const file = temporaryFile();
    const turns = Array.from({ length: MANY }, (_, at) => ({
      role: 'user',
      name: `Guest ${at % 40}`,
      session: `s${at % 50}`,
      content: `Order ${at}: the kitchen of house ${at * 17} needs ${at * 3} jars of number ${at * 11} honey.`,
    }));
    const chat = chatFile(turns);
    let watching: NodeJS.Timeout | undefined;
    const stopped = await mneme(['import', chat, '--json', '--file', file], {
      // Not before the first commit: then there is something to keep.
      onStarted: (kill) => {
        watching = setInterval(() => {
          if (held(file) === 0) return;
          clearInterval(watching);
          kill('SIGINT');
        }, 20);
      },
    }).finally(() => clearInterval(watching));
    expect(stopped.code).toBe(130);
    expect(errorOf(stopped)).toMatchObject({
      code: 'interrupted',
      hint: expect.stringContaining('Run the same import again') as string,
    });
    const kept = held(file);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(MANY);
    expect(kept % 128).toBe(0);
    const again = await mneme(['import', chat, '--json', '--file', file]);
    expect(JSON.parse(again.out)).toMatchObject({
      outcomes: { remembered: MANY - kept, reinforced: 0, known: kept },
    });
    expect(held(file)).toBe(MANY);
  });
});

/** Memories committed so far, read beside the process that writes. */
function held(file: string): number {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return (database.prepare('SELECT count(*) AS n FROM memory').get() as { n: number }).n;
    } finally {
      database.close();
    }
  } catch {
    // Not founded yet.
    return 0;
  }
}
