import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { BankSettings } from '../domain/bank.js';
import { EMPTY_CHANGE } from '../domain/change.js';
import { retryOnConflict } from '../domain/errors.js';
import type { BankName } from '../domain/ids.js';
import {
  addRedactions,
  DEFAULT_PRIVACY,
  type GuardMode,
  type PersonalKind,
  type PrivacyLevel,
  type RedactionCounts,
  redactionSummary,
  type SealedValue,
} from '../domain/privacy.js';
import type { Store } from '../ports/store.js';
import type { Clock } from '../ports/system.js';
import { findPersonal } from './personal/redact.js';
import type { Vault } from './sealing.js';

/** Text, numbers and their containers; anything else is unchanged. */
type Json = unknown;

/** One value to remove. */
interface RemovedValue {
  readonly kind: PersonalKind;
  readonly value: string;
}

/** The replacement of a value. */
type Mark = (taken: RemovedValue) => string;

/** How many values of each kind. */
function countsOf(taken: readonly RemovedValue[]): RedactionCounts {
  const counts: Record<string, number> = {};
  for (const { kind } of taken) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Every value that a level removes from the texts in a structure, in order. */
function personalValuesIn(value: Json, level: PrivacyLevel): RemovedValue[] {
  const taken: RemovedValue[] = [];
  replaceIn(value, level, (each) => {
    taken.push(each);
    return '';
  });
  return taken;
}

/**
 * The structure with each value replaced by its mark, in texts, field names and long numbers. The field name counts
 * as a cue: a value under "password" is a password.
 */
export function replaceIn<T>(value: T, level: PrivacyLevel, mark: Mark): T {
  return level === 'off' ? value : (walk(value, level, mark, '') as T);
}

/** Minimum length of a repeated value: a shorter one would match other words. */
const SHORTEST_REPEATED = 3;

/** The occurrences of these values in a structure's texts, each as a whole word. */
function repeatedIn(value: Json, taken: readonly RemovedValue[]): RemovedValue[] {
  const found: RemovedValue[] = [];
  withoutRepeated(value, taken, (each) => {
    found.push(each);
    return '';
  });
  return found;
}

/** The structure with these values replaced by their marks, wherever its texts have them as whole words. */
function withoutRepeated<T>(value: T, taken: readonly RemovedValue[], mark: Mark): T {
  const long = taken.filter((each) => each.value.length >= SHORTEST_REPEATED);
  const replace = (each: Json): Json =>
    typeof each === 'string'
      ? long.reduce((text, one) => withoutOne(text, one, mark), each)
      : Array.isArray(each)
        ? each.map(replace)
        : typeof each === 'object' && each !== null
          ? Object.fromEntries(Object.entries(each).map(([key, part]) => [key, replace(part)]))
          : each;
  return long.length === 0 ? value : (replace(value) as T);
}

const WORD = /[\p{L}\p{N}]/u;

function withoutOne(text: string, taken: RemovedValue, mark: Mark): string {
  const { length } = taken.value;
  let kept = '';
  let at = 0;
  for (
    let found = text.indexOf(taken.value);
    found >= 0;
    found = text.indexOf(taken.value, found + length)
  ) {
    if (WORD.test(text.charAt(found - 1)) || WORD.test(text.charAt(found + length))) continue;
    kept += text.slice(at, found) + mark(taken);
    at = found + length;
  }
  return kept + text.slice(at);
}

function walk(value: Json, level: PrivacyLevel, mark: Mark, name: string): Json {
  if (typeof value === 'string') return replaceText(value, level, mark, name);
  if (typeof value === 'number' && Math.abs(value) >= 1e6) {
    const text = replaceText(String(value), level, mark, name);
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((each) => walk(each, level, mark, name));
  // A date, a byte array or another object of its own class contains no words.
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      replaceText(key, level, mark, ''),
      walk(each, level, mark, key),
    ]),
  );
}

/**
 * Tags, field names and names of people, which need no scan: too short for a key, and without a character of a
 * number, an address or a password.
 */
const PLAIN = /^[A-Za-z ]*$/;
const LONGEST_PLAIN = 11;

function replaceText(text: string, level: PrivacyLevel, mark: Mark, name: string): string {
  if (level !== 'strict' && text.length <= LONGEST_PLAIN && PLAIN.test(text)) return text;
  const lead = name === '' ? '' : `${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')}: `;
  let kept = '';
  let at = lead.length;
  const whole = lead + text;
  for (const { kind, from, to } of findPersonal(whole, level)) {
    if (to <= lead.length) continue;
    const begin = Math.max(from, lead.length);
    kept += whole.slice(at, begin) + mark({ kind, value: whole.slice(begin, to) });
    at = to;
  }
  return kept + whole.slice(at);
}

/** What was removed from the input of a call. */
export interface RedactionTally {
  readonly redacted: RedactionCounts;
  /** Whether tokens that can be opened again replace the values. */
  readonly sealed: boolean;
}

const tallies = new AsyncLocalStorage<{ tally: RedactionTally }>();

/** Adds what was removed to the tally of the current call, if it is being counted. */
export function noteRedactions({ redacted, sealed }: RedactionTally): void {
  const counted = tallies.getStore();
  if (counted === undefined || Object.keys(redacted).length === 0) return;
  counted.tally = { redacted: addRedactions(counted.tally.redacted, redacted), sealed };
}

/** The answer of a call and what was removed from its input, for a call that is run on behalf of another process. */
export async function countingRedactions<Answer>(
  call: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly tally: RedactionTally }> {
  const counted = { tally: { redacted: {}, sealed: false } };
  const answer = await tallies.run(counted, call);
  return { answer, tally: counted.tally };
}

/**
 * The answer of a call, and one line on what was removed from its input; empty if nothing was, or if the answer
 * reports it itself, as a receipt does. `read` parses an answer that is serialised.
 */
export async function reportingRedactions<Answer>(
  call: () => Promise<Answer>,
  read: (answer: Answer) => unknown = (answer) => answer,
): Promise<{ readonly answer: Answer; readonly takenOut: string }> {
  const { answer, tally } = await countingRedactions(call);
  const line = redactionSummary(tally.redacted, tally.sealed);
  return { answer, takenOut: line === '' || reportsRedactions(read(answer)) ? '' : line };
}

const reportsRedactions = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && ('redacted' in answer || 'receipts' in answer);

export interface PrivacyPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly actor: string;
  /** Absent without a key: then nothing can be restored. */
  readonly vault?: Vault;
}

interface Cleaned<T> {
  readonly value: T;
  readonly redacted: RedactionCounts;
}

/** The redaction of one bank's input. Every verb that stores a caller's words passes them through here first. */
export class BankPrivacy {
  private constructor(
    private readonly bank: BankName,
    private readonly ports: PrivacyPorts,
    readonly level: PrivacyLevel,
    private readonly tokens: boolean,
    readonly guard: GuardMode,
  ) {}

  /** According to the bank's current settings. */
  static async of(bank: BankName, ports: PrivacyPorts): Promise<BankPrivacy> {
    return BankPrivacy.by((await ports.store.bank(bank))?.settings, bank, ports);
  }

  /** According to settings that are already loaded. */
  static by(
    settings: Partial<BankSettings> | undefined,
    bank: BankName,
    ports: PrivacyPorts,
  ): BankPrivacy {
    return new BankPrivacy(
      bank,
      ports,
      settings?.privacy ?? DEFAULT_PRIVACY,
      settings?.tokens === true && ports.vault !== undefined,
      settings?.guard ?? 'quarantine',
    );
  }

  /**
   * The structure without what the level removes, nor any value that it removes from `beside`, a text on the same
   * subject: "4471" is a code if the sentence in `beside` says so. With tokens, the values are sealed and committed
   * before it returns.
   */
  async clean<T>(value: T, beside: unknown = null): Promise<Cleaned<T>> {
    const own = personalValuesIn(value, this.level);
    const repeated = value === null ? [] : repeatedIn(value, personalValuesIn(beside, this.level));
    const taken = [...own, ...repeated];
    if (taken.length === 0) return { value, redacted: {} };
    const mark =
      this.tokens && this.ports.vault !== undefined
        ? await this.#sealing(taken, this.ports.vault)
        : redactionMark;
    const redacted = countsOf(taken);
    noteRedactions({ redacted, sealed: this.tokens });
    return {
      value: withoutRepeated(replaceIn(value, this.level, mark), repeated, mark),
      redacted,
    };
  }

  /** One line on what was removed and which settings would retain it; empty if nothing was. */
  inWords(redacted: RedactionCounts): string {
    return redactionSummary(redacted, this.tokens);
  }

  /**
   * {@link clean} for names that distinguish people and conversations. A redacted name gets a short code of the
   * original after the mark, so that two people stay distinct. It identifies nobody: each code stands for one name in
   * 32,768.
   */
  async cleanNames<T extends Readonly<Record<string, string | null>>>(
    names: T,
  ): Promise<Cleaned<T>> {
    const { value, redacted } = await this.clean(names);
    return { value: coded(names, value), redacted };
  }

  /**
   * A name in a query, in the form in which it is stored. Nothing is sealed: a value without a token is not in the
   * bank.
   */
  async namesAsKept<T extends Readonly<Record<string, string | null>>>(names: T): Promise<T> {
    const { vault, store } = this.ports;
    const taken = personalValuesIn(names, this.level);
    if (taken.length === 0) return names;
    const known = new Map<string, string>();
    if (this.tokens && vault !== undefined) {
      const prints = taken.map(({ kind, value }) => vault.print(this.bank, kind, value));
      for (const { print, token } of await store.sealed(this.bank, { prints }))
        known.set(print, token);
    }
    return coded(
      names,
      replaceIn(
        names,
        this.level,
        (each) =>
          (vault === undefined
            ? undefined
            : known.get(vault.print(this.bank, each.kind, each.value))) ?? redactionMark(each),
      ),
    );
  }

  /** Whether a query may be recorded: not with a secret, nor with contact data that the level removes. */
  mayNote(text: string): boolean {
    return (
      findPersonal(
        text,
        this.level === 'off' ? 'secrets' : this.level === 'strict' ? 'standard' : this.level,
      ).length === 0
    );
  }

  /** Gives each value its existing token, or the next of its kind. */
  async #sealing(taken: readonly RemovedValue[], vault: Vault): Promise<Mark> {
    const { store, clock, actor } = this.ports;
    const printed = taken.map(({ kind, value }) => ({
      kind,
      value,
      print: vault.print(this.bank, kind, value),
    }));
    return retryOnConflict(async () => {
      const sequence = (await store.bank(this.bank))?.sequence ?? 0;
      const known = new Map(
        (
          await store.sealed(this.bank, { prints: [...new Set(printed.map(({ print }) => print))] })
        ).map(({ print, token }) => [print, token]),
      );
      const unknown = printed.filter(({ print }) => !known.has(print)).map(({ kind }) => kind);
      const counts = new Map(await store.lastSealed(this.bank, [...new Set(unknown)]));
      const sealed: SealedValue[] = [];
      for (const { kind, value, print } of printed) {
        if (known.has(print)) continue;
        const number = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, number);
        const token = `[${kind}_${number}]`;
        known.set(print, token);
        sealed.push({ token, kind, print, sealed: vault.seal(this.bank, token, value) });
      }
      const mark: Mark = ({ kind, value }) =>
        known.get(vault.print(this.bank, kind, value)) ?? `[REDACTED:${kind}]`;
      if (sealed.length === 0) return mark;
      await store.commit(
        {
          ...EMPTY_CHANGE,
          bank: this.bank,
          at: clock.now(),
          verb: 'seal',
          actor,
          reason: `${sealed.length} values sealed`,
          sealed,
        },
        { expectedSequence: sequence },
      );
      return mark;
    });
  }
}

/** Appends codes, so that two names that are equal after removal stay distinct. */
function coded<T extends Readonly<Record<string, string | null>>>(names: T, kept: T): T {
  return Object.fromEntries(
    Object.entries(kept).map(([field, name]) => {
      const given = names[field] ?? '';
      return [
        field,
        name === null || name === given || !name.includes('[REDACTED:')
          ? name
          : `${name} ${codeOf(given)}`,
      ];
    }),
  ) as T;
}

const CODE_SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 3;

function codeOf(name: string): string {
  const bytes = createHash('sha256').update(name.trim().normalize('NFC').toLowerCase()).digest();
  return [...bytes.subarray(0, CODE_LENGTH)]
    .map((byte) => CODE_SIGNS[byte % CODE_SIGNS.length])
    .join('');
}

const redactionMark: Mark = ({ kind }) => `[REDACTED:${kind}]`;
