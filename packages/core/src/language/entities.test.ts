import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityType } from '../domain/graph.js';
import { readEntities, type EntityHints, type EntityMention } from './entities.js';

function names(text: string, hints: EntityHints = {}): string[] {
  return readEntities(text, hints).map(({ name }) => name);
}

function one(text: string, name: string, hints: EntityHints = {}): EntityMention | undefined {
  return readEntities(text, hints).find((mention) => mention.name === name);
}

describe('readEntities', () => {
  it('takes no word for a name because it opens a sentence', () => {
    const openers = [
      'Wow',
      'Hey',
      'That',
      'Sounds',
      'Congrats',
      'Thanks',
      'Glad',
      'Seeing',
      'Definitely',
      'Painting',
      'Dogs',
      'Nothing',
    ];
    for (const opener of openers)
      expect(names(`${opener} is what we talked about. ${opener}!`), opener).toEqual([]);
  });

  it('takes no part of an amount, a signature or an opening plural into a name', () => {
    expect(one('She lent her brother Cormac 2,400 for his van.', 'Cormac')?.type).toBe('person');
    expect(names('Windows 11 costs 1,400.')).toEqual(['Windows 11']);
    expect(names('They are signed “E. Rankine, Sgarbh”.')).toEqual(['E. Rankine', 'Sgarbh']);
    expect(names('We read “Eat, Pray, Love”.')).toEqual(['Eat, Pray, Love']);
    const works = 'Sarkar Harmonium Works';
    expect(names(`Instruments of ${works} go by van.`)).toEqual([works]);
    expect(names('Friends of the Earth met.')).toEqual(['Friends of the Earth']);
  });

  it('takes weekdays, months, nationalities and languages for no entity', () => {
    expect(names('On Monday, in March, a Swedish friend taught us French and German.')).toEqual([]);
  });

  it('gives spans that hold the name', () => {
    const text = 'Melanie’s dog met Dr. Weber in São Paulo.';
    for (const { name, start, end } of readEntities(text))
      expect(text.slice(start, end)).toContain(name);
  });

  it('knows the participants and their short forms', () => {
    expect(one('mel, are you there?', 'Mel', { people: ['Melanie'] })?.type).toBe('person');
    expect(one('Thanks, Zorblax!', 'Zorblax')?.type).toBe('person');
  });

  it('asks what the bank knows', () => {
    const known = (name: string): EntityType | undefined =>
      name === 'zorba' ? 'product' : undefined;
    expect(one('Zorba crashed again.', 'Zorba', { known })).toMatchObject({ type: 'product' });
    expect(one('zorba crashed again, says Ana.', 'zorba', { known })).toMatchObject({
      type: 'product',
    });
  });

  it('reads a name that is a plain word only where it stands as a name', () => {
    expect(names('Will you mark the date? Hope it works.')).toEqual([]);
    expect(names('I asked Will about it and Hope agreed.')).toEqual(['Will', 'Hope']);
  });

  it('names the owner of a possessed thing', () => {
    expect(one('My old guitar broke.', 'guitar', { speaker: 'Ana' })?.owner).toBe('Ana');
    expect(one('My old guitar broke.', 'guitar')?.owner).toBe('speaker');
    expect(one('How is your dog?', 'dog', { speaker: 'Ana', people: ['Ana', 'Ben'] })?.owner).toBe(
      'Ben',
    );
    expect(one('How is your dog?', 'dog')?.owner).toBe('addressee');
    expect(one("I saw Ben's new car.", 'car')?.owner).toBe('Ben');
    expect(one('She lost her necklace.', 'necklace')).not.toHaveProperty('owner');
  });

  it('tells a pet from a sister by the noun beside the name', () => {
    expect(one('My dog Max is asleep.', 'Max')?.type).toBe('thing');
    expect(one('My sister Paris is asleep.', 'Paris')?.type).toBe('person');
  });

  it('does not flood in German', () => {
    expect(
      names('Der Hund ist mit dem Kind in den Garten gegangen und hat die Blume gefressen.', {
        language: 'de',
      }),
    ).toEqual([]);
    expect(
      names('Ich habe mit Anna Müller und Herrn Weber in München über PostgreSQL geredet.', {
        language: 'de',
      }),
    ).toEqual(expect.arrayContaining(['Anna Müller', 'München', 'PostgreSQL']));
  });

  it('finds names of scripts without capitals only when they are known', () => {
    const known = (name: string): EntityType | undefined => (name === '東京' ? 'place' : undefined);
    expect(names('昨日メラニーと東京に行った', { known, people: ['メラニー'] })).toEqual([
      'メラニー',
      '東京',
    ]);
    expect(names('昨日メラニーと東京に行った')).toEqual([]);
  });

  it('returns ordered, disjoint spans inside the text for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        let last = 0;
        for (const { name, start, end, confidence } of readEntities(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(name).not.toBe('');
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(1);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
