/** One question, one answer: whichever door it is asked at, field by field. */
import { copyFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createProgram } from '../../packages/cli/src/program.js';
import { flagsOf } from '../../packages/cli/src/flags.js';
import { connect } from '../../packages/client/src/connect.js';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { spelling, type Operation } from '../../packages/core/src/operations/operation.js';
import { OPERATIONS, type OperationName } from '../../packages/mneme/src/operations/table.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { endpoints } from '../../packages/server/src/rest/routes.js';
import { filled, samples } from '../support/operation-samples.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { serveTestMemory } from '../support/served-memory.js';

vi.setConfig({ testTimeout: 120_000 });

type Input = Record<string, unknown>;
type Door = (operation: Operation, input: Input) => Promise<unknown>;

const VAULT = 'ab'.repeat(32);
/** What is of one call, or of one process: its time, its name, its file, what it found in a cache, and uses, which are written down later. */
const OWN = new Set([
  'timings',
  'tookMs',
  'overBudget',
  'cacheHit',
  'cache',
  'recollection',
  'resultIds',
  'file',
  'parts',
  'bytes',
  'bytesPerMemory',
  'usage',
]);

/** Those that write with some fields, and list without them. */
const LISTING: ReadonlySet<string> = new Set(['branches', 'conflicts', 'documents', 'opinions']);

/** An answer without what is of one call alone; figures that a clock moves are rounded. */
function told(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e12
      ? value
      : Math.abs(value) >= 1e12
        ? 'a moment'
        : Math.round(value * 100) / 100;
  if (typeof value === 'string')
    return value
      .replace(/<\/?recalled-memory[^>]*>\n?/g, '')
      .replace(/<\/?conversation-turn>/g, '')
      .replace(/\b[ro]_[0-9a-z]{13,16}\b/g, 'id')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'a moment')
      .replace(/\n$/, '');
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !OWN.has(key) && part !== undefined)
      .map(([key, part]) => [key, told(part)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

const argumentOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value) && value.every((each) => typeof each === 'string')
      ? value.join(',')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

function commandLine(operation: Operation, input: Input): string[] {
  const positional = operation.positional.filter((field) => input[field] !== undefined);
  const named = flagsOf(operation.input, operation.positional).flatMap(
    ({ field, spelling: flag, negation, repeated }) => {
      const value = input[field];
      const [name = ''] = flag.split(' ');
      if (value === undefined) return [];
      if (typeof value === 'boolean')
        return value === !name.startsWith('--no-')
          ? [name]
          : negation === undefined
            ? []
            : [negation];
      if (repeated) return (value as unknown[]).flatMap((each) => [name, argumentOf(each)]);
      return [name, argumentOf(value)];
    },
  );
  const given = positional.flatMap((field) =>
    Array.isArray(input[field])
      ? (input[field] as unknown[]).map(argumentOf)
      : [argumentOf(input[field])],
  );
  return [...spelling(operation).split(' '), ...given, ...named];
}

it('every reading operation answers alike from the library, the command line, REST, the client and the Model Context Protocol', async () => {
  const scene = await filled();
  const given = samples(scene);
  const copy = (): string => {
    const file = temporaryFile();
    copyFileSync(scene.file, file);
    return file;
  };
  const library = await openMemory({ file: copy(), vaultKey: VAULT });
  const server = await serveTestMemory({ file: copy(), vaultKey: VAULT });
  const remote = await serveTestMemory({ file: copy(), vaultKey: VAULT });
  const client = await connect(remote.url);
  const agent = await openMemory({ file: copy(), vaultKey: VAULT });
  const cli = copy();
  const tools = new Map(toolsOf('full').map((tool) => [tool.listing.name, tool]));
  const doors: Record<string, Door> = {
    'command line': async (operation, input) => {
      let out = '';
      vi.stubEnv('MNEME_VAULT_KEY', VAULT);
      await createProgram(
        {
          screen: { width: 100 },
          interactive: false,
          out: (text) => void (out += text),
          piped: async function* () {},
        },
        new AbortController().signal,
      )
        .parseAsync(['node', 'mneme', ...commandLine(operation, input), '--json', '--file', cli])
        .finally(() => vi.unstubAllEnvs());
      return JSON.parse(out) as unknown;
    },
    REST: async ({ name }, input) => {
      const { method, path, inPath, inQuery, inBody } = endpoints().find(
        ({ operation, without = [] }) =>
          operation.name === name && without.every((field) => input[field] === undefined),
      )!;
      const query = new URLSearchParams(
        inQuery
          .filter((field) => input[field] !== undefined)
          .map((field): [string, string] => [field, argumentOf(input[field])]),
      ).toString();
      const body = Object.fromEntries(
        inBody.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]),
      );
      const place = inPath.reduce(
        (at, field) => at.replace(`{${field}}`, encodeURIComponent(String(input[field]))),
        path,
      );
      return (
        await server.ask(
          method,
          `/v1/banks/default${place}${query === '' ? '' : `?${query}`}`,
          method === 'GET' ? {} : { body },
        )
      ).body;
    },
    client: (operation, input) =>
      operation.run(client as unknown as Mneme, operation.input.parse(input) as never, {}),
    MCP: async ({ name }, input) => {
      const {
        structuredContent = {},
        isError,
        content,
      } = await tools.get(name)!.call(agent, input, { offered: new Set(tools.keys()) });
      if (isError === true) return content;
      const structured = structuredContent as Record<string, unknown>;
      return Object.keys(structured).join() === 'result' ? structured['result'] : structured;
    },
  };
  const names = (Object.keys(OPERATIONS) as OperationName[]).filter(
    (name) => OPERATIONS[name].effect === 'read' || LISTING.has(name),
  );
  const wrong: unknown[] = [];
  try {
    for (const name of names) {
      const operation = OPERATIONS[name] as unknown as Operation;
      const input = LISTING.has(name) ? {} : (given[name] as Input);
      const expected = JSON.stringify(
        told(
          JSON.parse(
            JSON.stringify(await operation.run(library, operation.input.parse(input) as never, {})),
          ),
        ),
      );
      for (const [door, ask] of Object.entries(doors)) {
        if (door === 'MCP' && operation.forPeople === true) continue;
        const answer = JSON.stringify(
          told(await ask(operation, input).catch((error: unknown) => ({ refused: String(error) }))),
        );
        if (answer !== expected)
          wrong.push({ name, door, ...difference(JSON.parse(expected), JSON.parse(answer)) });
      }
    }
  } finally {
    await library.close();
    await agent.close();
  }
  expect(wrong).toEqual([]);
});

/** The first place at which two answers differ. */
function difference(
  one: unknown,
  other: unknown,
  at = '',
): { readonly at: string; readonly library: unknown; readonly here: unknown } {
  const both = [one, other].map((value) =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null,
  );
  const [left, right] = both;
  if (left !== null && left !== undefined && right !== null && right !== undefined) {
    const key = [...new Set([...Object.keys(left), ...Object.keys(right)])].find(
      (each) => JSON.stringify(left[each]) !== JSON.stringify(right[each]),
    );
    if (key !== undefined) return difference(left[key], right[key], `${at}.${key}`);
  }
  return { at, library: one, here: other };
}
