import type { Command } from 'commander';
import { openMemory, type AnswerComparison, type AnswerState } from '../index.js';
import { bad, counted, dim, good, type Screen } from '../format/style.js';
import { openOptions, type OpenFlags } from './open-options.js';
import { askPeer, PEER_NAMES, readQuestions, type PeerAddress } from './peer-answers.js';
import type { Terminal } from './terminal.js';
import { MnemeError } from '../domain/errors.js';

interface CompareFlags extends OpenFlags {
  readonly json?: boolean;
  readonly peer?: string;
  readonly url?: string;
  readonly key?: string;
  readonly of?: string;
  readonly limit: string;
}

/** `mneme compare-peer FILE`: your own questions, asked here and of the memory you come from. */
export function addComparePeerCommand(program: Command, terminal: Terminal): void {
  program
    .command('compare-peer')
    .summary('Ask your own questions here and of the memory you come from, and see what differs.')
    .description(
      'A question a line, or JSON with what was answered: [{"query": "…", "answers": ["…"]}]. Questions without answers are asked of the running memory that --peer and --url name. Nothing is written, here or there.',
    )
    .argument('<questions>', 'the file of questions')
    .option('--peer <name>', `what runs there: ${PEER_NAMES.join(', ')}`)
    .option('--url <address>', 'where it runs')
    .option('--key <key>', 'the key it asks for')
    .option('--of <id>', 'whose memories there: a user, an agent or a bank')
    .option('--limit <n>', 'how many results count as an answer', '10')
    .action(async (path: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<CompareFlags>();
      const k = Number(flags.limit);
      const asked = await readQuestions(path);
      const questions: { query: string; answers: string[] }[] = [];
      for (const { query, answers } of asked)
        questions.push({
          query,
          answers: [...(answers ?? (await askPeer(flags.peer ?? '', query, addressOf(flags, k))))],
        });
      const memory = await openMemory({ ...openOptions(flags), mustExist: true });
      try {
        const report = await memory.guidance.compareAnswers({ questions, k });
        terminal.out(
          flags.json === true ? JSON.stringify(report, null, 2) : render(report, terminal.screen),
        );
      } finally {
        await memory.close();
      }
    });
}

function addressOf({ url, key, of }: CompareFlags, k: number): PeerAddress {
  if (url !== undefined && of !== undefined)
    return { url, of, k, ...(key === undefined ? {} : { key }) };
  throw new MnemeError('invalid_input', 'A question has no answers, and nobody is named to ask.', {
    field: url === undefined ? '--url' : '--of',
    hint: 'Give --peer, --url and --of, or a file with the answers.',
  });
}

const MARKS: Readonly<Record<AnswerState, (at: number | null) => string>> = {
  found: (at) => good(`here at ${at}`),
  below: (at) => `here at ${at}, below the first`,
  kept: () => 'kept here, not found by this question',
  missing: () => bad('not here'),
};

function render({ questions, totals }: AnswerComparison, { width }: Screen): string {
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
