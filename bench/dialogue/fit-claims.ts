import { writeFileSync } from 'node:fs';
import {
  createComparison,
  readAnswer,
  readQuery,
  SAME_CLAIM_EVIDENCE,
  statementVectors,
  type SameClaim,
} from '../../packages/agent/src/dialogue/index.js';
import type { Logistic } from '../../packages/core/src/recall/confidence/evidence.js';
import type { Benchmark } from '../benchmark.js';
import { fitDense } from '../fit-dense.js';
import { seeded } from '../synthetic-text.js';
import { readMeetings, type Meeting } from './cases.js';
import { mappingPorts } from './meaning.js';

/** Each meeting is fitted on whole, and so often with some of its statements left out: what most say twice is seldom said twice then. */
const THINNED = 2;
/** And so often as the answers of two or three models, each of which makes several statements. */
const ANSWERED = 4;
const KEPT = 0.6;
const OUT = 'packages/agent/src/dialogue/map/same-claim-model.ts';

/** Fits when two statements make one claim on the open halves of the marked meetings. */
export const fitClaims: Benchmark = {
  name: 'fit-claims',
  summary: `Fit anew when two statements make one claim, and write ${OUT}.`,
  options: [{ flag: '--out <path>', description: 'where to write', preset: OUT }],
  run: async (options) => {
    const meetings = [...readMeetings('others', 'seen'), ...readMeetings('own', 'seen')];
    const ports = mappingPorts();
    const random = seeded(11);
    const pairs: Awaited<ReturnType<typeof pairsOf>> = [];
    for (const meeting of meetings)
      for (const talk of talksOf(meeting, random))
        pairs.push(...(await pairsOf(meeting.topic, talk, ports)));
    const model = fitDense(
      SAME_CLAIM_EVIDENCE,
      pairs.map(({ evidence }) => evidence),
      pairs.map(({ same }) => same),
    );
    writeFileSync(String(options['out']), render(model));
    return {
      results: { meetings: meetings.length, pairs: pairs.length },
      table: [
        ['two statements make one claim', `intercept ${model.intercept}`],
        ...model.names.map((name, at) => [name, (model.weights[at] ?? 0).toFixed(3)]),
      ],
    };
  },
};

/** Statements with who makes them; those of one claim are never one speaker's. */
type Talk = readonly { readonly model: string; readonly text: string; readonly claim: string }[];

/** Each meeting as it is, thinned, and as a few answers to one query. */
function talksOf({ statements }: Meeting, random: () => number): Talk[] {
  const each = statements.map(({ text, claim }, at) => ({ model: String(at), text, claim }));
  const some = (share: number): Talk => each.filter(() => random() < share);
  return [
    each,
    ...Array.from({ length: THINNED }, () => some(KEPT)),
    ...Array.from({ length: ANSWERED }, () => asAnswers(some(KEPT), random)),
  ];
}

/** Two or three models share the statements. */
function asAnswers(talk: Talk, random: () => number): Talk {
  const models = 2 + Math.floor(random() * 2);
  const said = new Map<string, number>();
  return talk.flatMap((statement) => {
    const before = said.get(statement.claim);
    const model = before === undefined ? Math.floor(random() * models) : before + 1;
    said.set(statement.claim, model);
    return before !== undefined && model - models >= 0 && model % models === before % models
      ? []
      : [{ ...statement, model: String(model % models) }];
  });
}

async function pairsOf(topic: string, talk: Talk, ports: ReturnType<typeof mappingPorts>) {
  const read = talk.flatMap(({ model, text, claim }) =>
    readAnswer(model, text, ports).statements.map((statement) => ({ statement, claim })),
  );
  const statements = read.map(({ statement }) => statement);
  const compare = createComparison(
    {
      statements,
      vectors: await statementVectors(statements, ports),
      asked: readQuery(topic, ports.stemmer).terms,
    },
    ports,
  );
  return read.flatMap((one, at) =>
    read
      .slice(0, at)
      .filter(({ statement }) => statement.model !== one.statement.model)
      .map((other) => ({
        evidence: compare(one.statement, other.statement).evidence,
        same: one.claim === other.claim,
      })),
  );
}

function render(model: Logistic<SameClaim>): string {
  return `import type { Logistic } from '../../../recall/confidence/logistic.js';
import type { SameClaim } from './same-claim.js';

/**
 * The fitted chance that two statements of a turn make one claim: figures only, made by \`npm run bench -- fit-claims\` on marked meetings.
 * Never edit them by hand; fit them anew when the evidence changes.
 */
export const SAME_CLAIM_MODEL: Logistic<SameClaim> = ${JSON.stringify(model, null, 1)
    .replace(/\n\s+(-?\d)/g, ' $1')
    .replace(/(\d)\n\s*\]/g, '$1]')};
`;
}
