/**
 * Fits the weights of the standing-instruction classifier on the told lives: turns that answer
 * questions of kind `instruction` against all other turns by people. Writes
 * packages/core/src/language/instruction-weights.ts. Deterministic.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { instructionEvidence } from '../packages/core/src/language/instructions.js';

interface Life {
  readonly turns: readonly {
    readonly id: string;
    readonly speaker: string;
    readonly text: string;
  }[];
  readonly questions: readonly {
    readonly kind: string;
    readonly answerTurns: readonly string[];
    readonly staleTurns?: readonly string[];
  }[];
}

const FOLDER = 'bench/data/told';
const STEPS = 4_000;
const RATE = 6;
const PENALTY = 0.002;

const rows: { readonly evidence: readonly number[]; readonly is: number }[] = [];
for (const name of readdirSync(FOLDER).sort()) {
  const life = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Life;
  const told = new Set(
    life.questions
      .filter(({ kind }) => kind === 'instruction')
      .flatMap(({ answerTurns, staleTurns = [] }) => [...answerTurns, ...staleTurns]),
  );
  for (const { id, speaker, text } of life.turns)
    if (speaker !== 'assistant')
      rows.push({ evidence: instructionEvidence(text), is: Number(told.has(id)) });
}
const weights = new Array<number>(rows[0]?.evidence.length ?? 0).fill(0);
let bias = -4;
for (let step = 0; step < STEPS; step++) {
  const slope = weights.map(() => 0);
  let slopeOfBias = 0;
  for (const { evidence, is } of rows) {
    const logit = evidence.reduce((sum, value, at) => sum + value * weights[at]!, bias);
    const error = 1 / (1 + Math.exp(-logit)) - is;
    slopeOfBias += error;
    for (const [at, value] of evidence.entries()) slope[at]! += error * value;
  }
  for (const [at] of weights.entries())
    weights[at]! -= RATE * (slope[at]! / rows.length + (PENALTY * weights[at]!) / 20);
  bias -= (RATE * slopeOfBias) / rows.length;
}
const shown = weights.map((weight) => Number(weight.toFixed(3)));
writeFileSync(
  'packages/core/src/language/instruction-weights.ts',
  `/** Fitted by scripts/fit-instructions.mts; one for each piece of evidence, in logits. */
export const INSTRUCTION_WEIGHTS: readonly number[] = [
  ${shown.join(', ')},
];
export const INSTRUCTION_BIAS = ${bias.toFixed(3)};
`,
);
process.stdout.write(
  `${rows.length} turns, ${rows.filter(({ is }) => is === 1).length} instructions\n`,
);
