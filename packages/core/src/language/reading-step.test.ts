import { describe, expect, it } from 'vitest';
import { MnemeError } from '../domain/errors.js';
import { readCauses } from './causal/causes.js';
import { readClaimsIn } from './claims/read-claims.js';
import { findCode } from './code/find-code.js';
import { readDates } from './dates.js';
import { detectLanguage } from './detect-language.js';
import { readEntities } from './entities.js';
import { readIntention, readUtterance } from './speech.js';
import { readProcedure } from './instructions.js';
import { collectFaults, collectFaultsOf, readingStep, type ReadingFault } from './read-text.js';
import { readRelations } from './relations.js';
import { contentTerms } from './terms.js';

/** A text on which any rule throws. */
const STUMBLING = new Proxy(Object(''), {
  get: () => {
    throw new TypeError('steps[unit] is not a function');
  },
}) as string;

describe('a step of reading', () => {
  it.each<readonly [string, () => unknown, unknown]>([
    ['language', () => detectLanguage(STUMBLING), 'en'],
    ['names', () => readEntities(STUMBLING), []],
    ['relations', () => readRelations(STUMBLING, []), []],
    ['dates', () => readDates(STUMBLING, 0), []],
    ['dates', () => readDates(STUMBLING, 0, 'de'), []],
    ['causes', () => readCauses(STUMBLING), []],
    ['claims', () => readClaimsIn('en', STUMBLING, []), []],
    ['claims', () => readClaimsIn('es', STUMBLING, []), []],
    ['manner', () => readUtterance(STUMBLING).question, false],
    ['intentions', () => readIntention(STUMBLING), null],
    ['procedures', () => readProcedure(STUMBLING), null],
    ['code', () => findCode(STUMBLING), []],
  ])('%s: what throws reads nothing, and is named', (step, read, nothing) => {
    const faults: ReadingFault[] = [];
    expect(collectFaults(faults, read)).toEqual(nothing);
    expect(faults).toEqual([{ step, why: 'steps[unit] is not a function' }]);
    expect(read()).toEqual(nothing);
  });

  it('leaves the words as they stand where no stem can be made', () => {
    const stemless = (): string => {
      throw new RangeError('no stem');
    };
    expect(contentTerms('Ana  keeps bees', 'en', stemless)).toEqual(['ana', 'keeps', 'bees']);
  });

  it('tells each listener of its own run, and once', async () => {
    const stumble = readingStep(
      'dates',
      () => null,
      (): null => {
        throw new Error('odd');
      },
    );
    const one: ReadingFault[] = [];
    const other: ReadingFault[] = [];
    await Promise.all([
      collectFaultsOf(one, async () => {
        await Promise.resolve();
        stumble();
        stumble();
      }),
      collectFaultsOf(other, () => Promise.resolve()),
    ]);
    expect([one.length, other.length]).toEqual([1, 0]);
  });

  it('passes on what is no fault of the text', () => {
    const early = readingStep(
      'code',
      () => null,
      (): null => {
        throw new MnemeError('unavailable', 'The grammar is not loaded.');
      },
    );
    expect(early).toThrow('not loaded');
  });
});
