import type { Call } from '../calls.js';
import type { Field, MessageShape, Shape } from '../shape.js';
import { fieldNotes } from './field-notes.js';

/** A message as the description has it. */
export interface Declared {
  /** With those it stands in: `RecallResponse.Result`. */
  readonly name: string;
  readonly fields: readonly DeclaredField[];
  readonly nested: readonly Declared[];
  readonly choice: boolean;
}

interface DeclaredField {
  /** `some_name` */
  readonly name: string;
  readonly label: '' | 'optional ' | 'repeated ';
  /** What it holds, with message names as they are known everywhere. */
  readonly type: string;
  /** The message that type names. */
  readonly message: string | null;
  readonly notes: string;
}

/** What numbers are kept under: the label that says whether a field must be there may change, what it holds may not. */
export function declarationOf({ label, type, name }: DeclaredField): string {
  return `${label === 'repeated ' ? label : ''}${type} ${name}`;
}

/** All messages of a service, those that stand for themselves in the order in which they are first met. */
export function declareMessages(calls: readonly Call[]): Declared[] {
  const met = new Map<string, { readonly shape: string; readonly declared: Declared }>();
  const meet = (shape: MessageShape, name: string, io: 'input' | 'output'): void => {
    const text = JSON.stringify(shape, (key, value: unknown) => (key === 'schema' ? undefined : value));
    const before = met.get(name);
    if (before !== undefined && before.shape !== text) throw new TypeError(`Two messages would be called ${name}.`);
    if (before !== undefined) return;
    // Its place is kept before those that it names are met.
    met.set(name, { shape: text, declared: { name, fields: [], nested: [], choice: false } });
    met.set(name, { shape: text, declared: declare(shape, name, io, (named) => meet(named, named.name ?? '', io)) });
  };
  for (const { messages } of calls) {
    const { request, response } = messages();
    meet(request, request.name ?? '', 'input');
    meet(response, response.name ?? '', 'output');
  }
  return [...met.values()].map(({ declared }) => declared);
}

function declare(shape: MessageShape, name: string, io: 'input' | 'output', meet: (named: MessageShape) => void): Declared {
  const nested: Declared[] = [];
  const typeOf = (each: Shape, field: Field, list: boolean): Pick<DeclaredField, 'type' | 'message'> => {
    if (each.kind === 'scalar') return { type: each.type, message: null };
    if (each.kind === 'free') return { type: 'google.protobuf.Value', message: null };
    if (each.kind === 'list') return typeOf(each.of, field, true);
    if (each.kind === 'map') {
      const { type, message } = typeOf(each.of, field, true);
      return { type: `map<string, ${type}>`, message };
    }
    if (each.name !== null) {
      meet(each);
      return { type: each.name, message: each.name };
    }
    const own = `${name}.${nestedName(field.name, list, shape.fields)}`;
    nested.push(declare(each, own, io, meet));
    return { type: own, message: own };
  };
  const fields = shape.fields.map((field): DeclaredField => {
    const repeated = field.shape.kind === 'list';
    // Of what comes in, missing is told apart from empty; of what goes out, only where it may be missing.
    const told = field.shape.kind === 'scalar' && field.shape.type !== 'bytes' && !shape.choice && (io === 'input' || !field.required || field.nullable);
    return { name: wireName(field.name), label: repeated ? 'repeated ' : told ? 'optional ' : '', ...typeOf(field.shape, field, false), notes: fieldNotes(field, io) };
  });
  return { name, fields, nested, choice: shape.choice };
}

/** `asOf` as protocol buffers spell it: `as_of`. Programs get the first back. */
function wireName(name: string): string {
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new TypeError(`${name} cannot be spelled in protocol buffers and come back.`);
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `entities` holds messages called `Entity`, unless there is a field `entity` beside it. */
function nestedName(field: string, several: boolean, beside: readonly Field[]): string {
  const one = field.replace(/ies$/, 'y').replace(/(sses|xes|ches|shes)$/, (end) => end.slice(0, -2)).replace(/([^s])s$/, '$1');
  const name = several && !beside.some((other) => other.name === one) ? one : field;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
