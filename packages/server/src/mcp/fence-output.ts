import type { z } from 'zod';
import type { Source } from '@mneme/core/domain/memory.js';
import { fenceRecalled, fenceTurn, sayRecalled } from '@mneme/core/domain/recalled-text.js';
import { trustOf } from '@mneme/core/domain/provenance.js';
import { ManifestText, OwnText, TurnText } from '@mneme/core/domain/schema.js';

/** Fields with remembered text, in objects that name its memory. */
const TEXTS: ReadonlySet<string> = new Set([
  'content',
  'template',
  'text',
  'effect',
  'steps',
  'description',
]);
/** Fields with the memory's id; the first one present counts. */
const NAMES = ['id', 'eventId', 'other'] as const;
/** Fields with text, and the field with the id of its memory. */
const NAMED_BY: Readonly<Record<string, string>> = { olderText: 'older', newerText: 'newer' };

/** The memory that surrounding texts come from, and its origin. */
interface TextOrigin {
  readonly id: string | null;
  readonly from: Source | undefined;
}
const NOBODY: TextOrigin = { id: null, from: undefined };

/**
 * An answer for a model (docs/decisions/0009, 0062): every remembered text in it is put between marks, in values and
 * in field names, as a client may pass structured content to its model unchanged. A text counts as remembered unless
 * its schema allows only closed forms, or it is one of the engine's own (domain/texts.ts).
 */
export function fenceOutput(schema: z.ZodType, value: unknown): unknown {
  return fence(schema, value, NOBODY);
}

/** Fences the texts that a manifest quotes in lists; the rest of it is ours. */
function fenceManifest(markdown: string): string {
  return markdown.replaceAll(
    /^(- (?:k_\w+ older )?(m_\w+)) (.*)$/gmu,
    (_, head: string, id: string, said: string) => `${head} ${fenceRecalled(id, said)}`,
  );
}

function fence(schema: z.ZodType | undefined, value: unknown, told: TextOrigin): unknown {
  if (typeof value === 'string') return fenceText(schema, value, told);
  if (typeof value !== 'object' || value === null) return value;
  const { def } = within(schema, value);
  if (Array.isArray(value))
    return value.map((each, at) =>
      fence(def?.type === 'tuple' ? def.items?.[at] : def?.element, each, told),
    );
  if (def?.type === 'record' || def?.shape === undefined) return fenceRecord(def, value, told);
  return fenceObject(def.shape, value as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

function fenceObject(shape: Readonly<Record<string, z.ZodType>>, value: Fields): Fields {
  const id = NAMES.map((name) => value[name]).find(
    (each): each is string => typeof each === 'string' && /^[mgls]_/.test(each),
  );
  const own: TextOrigin = id === undefined ? NOBODY : { id, from: sourceOf(value) };
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const other = value[NAMED_BY[key] ?? ''];
      const of =
        typeof other === 'string' ? { id: other, from: undefined } : TEXTS.has(key) ? own : NOBODY;
      return [key, fence(shape[key], part, of)];
    }),
  );
}

/** Names of fields that the schema does not list are remembered text, too. */
function fenceRecord(def: Definition | undefined, value: object, told: TextOrigin): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      fenceText(def?.keyType, key, NOBODY),
      fence(def?.valueType, part, told),
    ]),
  );
}

function fenceText(schema: z.ZodType | undefined, text: string, told: TextOrigin): string {
  const choices = schema === undefined ? [] : choicesOf(schema);
  if (choices.includes(OwnText) || choices.some((choice) => isClosed(choice, text))) return text;
  if (choices.includes(TurnText)) return fenceTurn(text);
  if (choices.includes(ManifestText)) return fenceManifest(text);
  return told.id === null ? sayRecalled(text) : fenceRecalled(told.id, text, told.from);
}

/** Whether the schema limits a text to a list of values or a pattern. */
function isClosed(schema: z.ZodType, text: string): boolean {
  const { type, checks = [] } = definitionOf(schema);
  const closed =
    type === 'enum' || type === 'literal' || checks.some(({ _zod }) => _zod.def.pattern);
  return closed && schema.safeParse(text).success;
}

function sourceOf({ trust, source, provenance }: Fields): Source | undefined {
  if (typeof trust === 'string') return trust as Source;
  if (Array.isArray(provenance)) return trustOf({ provenance: provenance as { source: Source }[] });
  return typeof source === 'string' ? (source as Source) : undefined;
}

/** The parts of a zod definition used here. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly pattern?: RegExp } } }[];
}

function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as Definition;
}

/** The alternatives of a schema, without optional and nullable wrappers. */
function choicesOf(schema: z.ZodType): readonly z.ZodType[] {
  const { innerType, options } = definitionOf(schema);
  if (innerType !== undefined) return choicesOf(innerType);
  return options === undefined ? [schema] : options.flatMap(choicesOf);
}

/** The definition that matches a value; none where the schema does not describe it. */
function within(schema: z.ZodType | undefined, value: object): { readonly def?: Definition } {
  const choices = schema === undefined ? [] : choicesOf(schema);
  const found =
    choices.length < 2 ? choices[0] : choices.find((choice) => choice.safeParse(value).success);
  return found === undefined ? {} : { def: definitionOf(found) };
}
