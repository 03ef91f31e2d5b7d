import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryId } from '../../domain/ids.js';
import { readClaims } from '../../language/claims/read-claims.js';
import { closesCircle, judgeClaims } from './succession.js';

const DAY = 86_400_000;

function judge(first: string, second: string, days = 1): string {
  const [a, b] = [readClaims(first)[0], readClaims(second)[0]];
  if (a === undefined || b === undefined)
    throw new Error(`no claim in ${a === undefined ? first : second}`);
  return judgeClaims({ claim: a, saidAt: 0 }, { claim: b, saidAt: days * DAY }).verdict;
}

describe('two claims of one subject', () => {
  it.each([
    ['The pool size is 20.', 'The pool size is 40.', 'actual'],
    ['The timeout is 60 seconds.', 'The timeout is one minute.', 'compatible'],
    ['The pool size is 20.', 'The pool size is 20 in production.', 'compatible'],
    ['The pool size is 10 in staging.', 'The pool size is 20 in production.', 'contextual'],
    ['I lived in Leeds in 2015.', 'I live in Porto.', 'contextual'],
    ['I live in Munich.', 'I live in Germany.', 'compatible'],
    ['I live in Munich.', 'I no longer live in Munich.', 'actual'],
    ['I live in Munich.', 'I no longer live in Berlin.', 'compatible'],
    ['The wedding is in May.', 'The wedding is on 3 May.', 'compatible'],
    ['Elif is a vegan.', 'Elif is a vegetarian.', 'compatible'],
    ['The user uses Vim.', 'The user switched from Vim to Emacs.', 'actual'],
    ["I'm allergic to peanuts.", 'I have no allergies.', 'actual'],
    ['My colleague Tom lives in Porto.', 'My cousin Tom moved to Oslo.', 'contextual'],
    ['My cousin Tom lives in Porto.', 'Tom moved to Oslo.', 'actual'],
    ['My friend Tom lives in Porto.', 'My colleague Tom moved to Oslo.', 'actual'],
  ])('%s / %s: %s', (first, second, verdict) => {
    expect(judge(first, second)).toBe(verdict);
  });

  it('that name weekdays of different weeks speak of other occasions', () => {
    expect(judge('The meeting is on Tuesday.', 'The meeting is on Thursday.', 1)).toBe('actual');
    expect(judge('The meeting is on Tuesday.', 'The meeting is on Thursday.', 20)).toBe(
      'contextual',
    );
  });

  it('that name a day that is over speak of other occasions, and not yet on that day', () => {
    expect(
      judge('The launch is on 10 January 1970.', 'The launch is on 20 January 1970.', 9.5),
    ).toBe('actual');
    expect(
      judge('The launch is on 10 January 1970.', 'The launch is on 20 January 1970.', 11),
    ).toBe('contextual');
  });

  it('never contradict themselves, whatever they say', () => {
    const place = fc.constantFrom('Leeds', 'Porto', 'Rome', 'Kyoto');
    const line = fc.oneof(
      place.map((name) => `I live in ${name}.`),
      fc.integer({ min: 1, max: 500 }).map((size) => `The pool size is ${size}.`),
      fc.constantFrom(
        'I like tea.',
        "I don't like tea.",
        'Jin is married.',
        'I used to live in Rome.',
        'The door is open.',
      ),
    );
    fc.assert(
      fc.property(line, fc.integer({ min: 0, max: 900 }), (text, days) => {
        expect(judge(text, text, days)).toBe('compatible');
      }),
    );
  });
});

describe('a line of successors', () => {
  it('never becomes a circle when each step is asked for first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 40 }), (steps) => {
        const next = new Map<number, number>();
        const id = (at: number): MemoryId => String(at) as MemoryId;
        for (const [old, by] of steps) {
          if (
            !closesCircle(id(old), id(by), (each) =>
              next.has(Number(each)) ? id(next.get(Number(each)) as number) : null,
            )
          )
            next.set(old, by);
        }
        for (const start of next.keys()) {
          const seen = new Set<number>();
          for (let at: number | undefined = start; at !== undefined; at = next.get(at)) {
            expect(seen.has(at)).toBe(false);
            seen.add(at);
          }
        }
      }),
    );
  });
});
