import { MnemeError } from '../domain/errors.js';
import { CONSTRAINTS, PATHS, SCORE_TERMS } from '../domain/profile.js';

/** Required shape of a caller's part: an object with these methods, a function, or a list of such objects. */
type Kind = readonly string[] | 'function' | { readonly each: readonly string[] };

/** Throws `invalid_input` naming a part of the wrong shape and the method it lacks. Undefined parts pass. */
export function checkParts(
  parts: Readonly<Record<string, readonly [part: unknown, kind: Kind]>>,
): void {
  for (const [name, [part, kind]] of Object.entries(parts)) {
    if (part === undefined) continue;
    if (kind === 'function') {
      if (typeof part !== 'function')
        throw wrong(name, part, 'expected a function', `${name}: () => …`);
    } else if ('each' in kind) {
      if (!Array.isArray(part)) throw wrong(name, part, 'expected a list', `${name}: [ … ]`);
      for (const [at, one] of part.entries()) checkCalls(`${name}.${at}`, one, kind.each);
    } else checkCalls(name, part, kind);
  }
}

function checkCalls(name: string, part: unknown, calls: readonly string[]): void {
  const mend = `${name}: { ${calls.map((call) => `${call}: () => …`).join(', ') || '…'} }`;
  const holds =
    (typeof part === 'object' && part !== null && !Array.isArray(part)) ||
    typeof part === 'function';
  if (!holds) throw wrong(name, part, 'expected an object', mend);
  const lacking = calls.find(
    (call) => typeof (part as Readonly<Record<string, unknown>>)[call] !== 'function',
  );
  if (lacking !== undefined)
    throw wrong(
      `${name}.${lacking}`,
      (part as Readonly<Record<string, unknown>>)[lacking],
      'expected a function',
      mend,
    );
}

function wrong(field: string, value: unknown, expected: string, mend: string): MnemeError {
  return new MnemeError('invalid_input', `${field}: ${expected}.`, {
    field,
    value: typeof value === 'function' ? 'a function' : value,
    hint: `Got ${value === undefined ? 'nothing' : typeof value === 'function' ? 'a function' : String(value)}. Write ${mend}.`,
  });
}

/** The parts of a module that are checked. */
interface Registered {
  readonly name: string;
  readonly operations?: object;
  readonly records?: readonly string[];
  readonly candidates?: readonly { readonly name: string }[];
  readonly terms?: readonly { readonly name: string; readonly range: readonly [number, number] }[];
  readonly constraints?: readonly { readonly name: string }[];
}

const NAME = /^[a-z][a-zA-Z0-9_-]{0,39}$/;

/**
 * Refuses modules that conflict: two with the same name, or two that register the same verb, path, term or
 * constraint, including recall's own. Throws `invalid_input` naming both.
 */
export function checkModules(modules: readonly Registered[]): void {
  const taken = {
    module: new Map<string, string>(),
    verb: new Map<string, string>(),
    path: new Map<string, string>(PATHS.map((name) => [name, 'recall'])),
    // Terms and constraints both add to one score, so they share their names.
    term: new Map<string, string>([...SCORE_TERMS, ...CONSTRAINTS].map((name) => [name, 'recall'])),
  };
  const take = (kind: keyof typeof taken, name: string, by: string): void => {
    const first = taken[kind].get(name);
    if (first !== undefined) throw takenName(kind, name, by, first);
    if (!NAME.test(name)) throw badName(kind, name, by);
    taken[kind].set(name, by);
  };
  for (const {
    name,
    operations = {},
    records = [],
    candidates = [],
    terms = [],
    constraints = [],
  } of modules) {
    take('module', name, name);
    for (const type of records) if (!NAME.test(type)) throw badName('record', type, name);
    for (const verb of Object.keys(operations)) take('verb', verb, name);
    for (const source of candidates) take('path', source.name, name);
    for (const term of [...terms, ...constraints]) take('term', term.name, name);
    for (const term of terms) assertRange(name, term.name, term.range);
  }
}

function takenName(kind: string, name: string, by: string, first: string): MnemeError {
  return new MnemeError(
    'invalid_input',
    kind === 'module'
      ? `Two modules are called ${name}.`
      : `The module ${by} registers the ${kind} ${name}, which ${first} has already.`,
    { field: 'modules', value: name, hint: 'Give one of them another name.' },
  );
}

function badName(kind: string, name: string, by: string): MnemeError {
  return new MnemeError('invalid_input', `“${name}” is no name for a ${kind} of ${by}.`, {
    field: 'modules',
    value: name,
    hint: 'A name is 1 to 40 letters, digits, “_” or “-”, starting with a small letter.',
  });
}

function assertRange(module: string, term: string, [least, most]: readonly [number, number]): void {
  if (least <= 0 && most >= 0 && Number.isFinite(least) && Number.isFinite(most)) return;
  throw new MnemeError(
    'invalid_input',
    `The term ${term} of ${module} has no range that holds 0: ${least} to ${most}.`,
    {
      field: 'modules',
      value: term,
      hint: 'State the least and the most that it may add, in logits.',
    },
  );
}
