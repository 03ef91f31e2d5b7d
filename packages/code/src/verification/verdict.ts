import { z } from 'zod';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import type { CheckedFunction } from './read/program.js';
import { FAULT_KINDS } from './smt.js';

/**
 * `verified`: proven for all arguments. `failed`: there is a counterexample. `bounded`: no fault within the unrolled
 * rounds, and no proof beyond. `timeout`: no result in time. `not applicable`: it has no obligations of the kind, or
 * lies outside the checked subset.
 */
const VERDICTS = ['verified', 'failed', 'bounded', 'timeout', 'not applicable'] as const;
export const VerdictName = z.enum(VERDICTS);
export type VerdictName = z.infer<typeof VerdictName>;

const kindShape = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  verdict: VerdictName,
  /** Line of the fault, from 1 within the code; null where there is none. */
  line: z.number().nullable(),
  /** The fault, or why there is no proof. */
  what: z.string().nullable(),
  /** Arguments that cause the fault. */
  counterExample: z.string().nullable(),
});
export interface KindVerdict extends Of<typeof kindShape> {}
export const KindVerdict: SchemaOf<KindVerdict, typeof kindShape> = kindShape;

const functionShape = z.strictObject({
  name: z.string(),
  language: z.enum(['python', 'javascript', 'typescript']),
  /** First line of the function, from 1 within the code. */
  line: z.number(),
  /** The worst verdict of its kinds. */
  verdict: VerdictName,
  /** Why the whole function lies outside the subset; null where it does not. */
  outside: z.string().nullable(),
  kinds: z.array(KindVerdict),
});
/** The verdict on one function. */
export interface FunctionVerdict extends Of<typeof functionShape> {}
export const FunctionVerdict: SchemaOf<FunctionVerdict, typeof functionShape> = functionShape;

const ORDER: readonly VerdictName[] = [
  'failed',
  'timeout',
  'bounded',
  'verified',
  'not applicable',
];

export const worst = (verdicts: readonly VerdictName[]): VerdictName =>
  ORDER.find((name) => verdicts.includes(name)) ?? 'not applicable';

type Form = string | readonly Form[];

/** Parses S-expressions as the solver prints them; strings keep their quotes. */
function readForms(text: string): Form[] {
  const open: Form[][] = [[]];
  for (const [token] of text.matchAll(/"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()|"]+/g)) {
    if (token === '(') open.push([]);
    else if (token === ')') {
      const done = open.pop() ?? [];
      open.at(-1)?.push(done);
    } else open.at(-1)?.push(token);
  }
  return open[0] ?? [];
}

/** Answers to `get-value`, in the order of the query. */
export const valuesOf = (answer: string): string[] =>
  readForms(answer.slice(answer.indexOf('(')))
    .flatMap((form) => (typeof form === 'string' ? [] : form))
    .map((pair) => (typeof pair === 'string' ? pair : written(pair[1] ?? '')));

/** Formats a value: `(- 3)` as -3, `(/ 1.0 2.0)` as 0.5. */
function written(form: Form): string {
  if (typeof form === 'string') return form.endsWith('.0') ? form.slice(0, -2) : form;
  const [head = '', ...rest] = form.map(written);
  if (head === '-') return `-${rest[0] ?? ''}`;
  if (head === '/') return String(Number((Number(rest[0]) / Number(rest[1])).toPrecision(6)));
  return `(${[head, ...rest].join(' ')})`;
}

/** Maximum number of elements shown of a list. */
const SHOWN = 6;
const isShown = (base: string): boolean => base !== 'any';

type Parameter = CheckedFunction['parameters'][number];

/** Terms to query for the value of a parameter. */
function termsOf({ name, type }: Parameter): string[] {
  const term = `|p_${name}|`;
  const nil = type.nullable ? [`|p_${name}?|`] : [];
  if (type.base !== 'array') return [...nil, ...(isShown(type.base) ? [term] : [])];
  const elements = isShown(type.element)
    ? Array.from({ length: SHOWN }, (_, at) => `(select ${term} ${at})`)
    : [];
  return [...nil, `|p_${name}#length|`, ...elements];
}

export const askedTerms = ({ parameters }: CheckedFunction): string[] =>
  parameters.flatMap(termsOf);

/** Constraints for readable counterexamples: small numbers and short lists, where such arguments suffice. */
export function small({ parameters }: CheckedFunction): string[] {
  const near = (term: string, most: number): string => `(<= (- ${most}) ${term} ${most})`;
  return parameters.flatMap(({ name, type }): string[] => {
    const term = `|p_${name}|`;
    switch (type.base) {
      case 'int':
      case 'real':
        return [near(term, 9)];
      case 'str':
        return [`(<= (str.len ${term}) 3)`];
      case 'array':
        return [
          `(<= |p_${name}#length| 4)`,
          ...(type.element === 'int' || type.element === 'real'
            ? Array.from({ length: 4 }, (_, at) => near(`(select ${term} ${at})`, 9))
            : []),
        ];
      default:
        return [];
    }
  });
}

/** Formats `xs = [1, 2], k = None`. */
export function tell({ parameters, language }: CheckedFunction, values: readonly string[]): string {
  let at = 0;
  const next = (): string => values[at++] ?? '?';
  const python = language === 'python';
  const word = (text: string): string =>
    python && (text === 'true' || text === 'false')
      ? `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
      : text;
  return parameters
    .map(({ name, type }) => {
      const nothing = type.nullable && next() === 'true';
      const shown = listOr(type, next, word);
      return `${name} = ${nothing ? (python ? 'None' : 'null') : shown}`;
    })
    .join(', ');
}

function listOr(
  type: Parameter['type'],
  next: () => string,
  word: (text: string) => string,
): string {
  if (type.base !== 'array') return isShown(type.base) ? word(next()) : '…';
  const length = Number(next());
  const elements = isShown(type.element) ? Array.from({ length: SHOWN }, () => word(next())) : [];
  if (elements.length === 0) return `[… ${length} elements]`;
  return `[${[...elements.slice(0, length), ...(length > SHOWN ? [`… ${length} elements`] : [])].join(', ')}]`;
}
