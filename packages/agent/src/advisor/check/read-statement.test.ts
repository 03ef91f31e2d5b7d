import { describe, expect, it } from 'vitest';
import { createStemmer } from '@mneme/core/language/stem.js';
import { readSentenceContent } from './read-statement.js';

const stemmer = createStemmer();
const said = (text: string) => readSentenceContent(text, stemmer);

describe('what a sentence says', () => {
  it.each([
    ['at half past eight', [8, 30]],
    ['at 8.30 in the morning', [8, 30]],
    ['at 19:00', [19, 7]],
    ['for 620 thousand dollars', [620_000]],
    ['for 641,000 dollars', [641_000]],
    ['thirty voices, twice a week', [30, 2]],
  ])('has its numbers, however they are written: %s', (text, numbers) => {
    expect([...said(text).numbers]).toEqual(expect.arrayContaining(numbers));
  });

  it('reads a day as people say it, and numbers apart from words', () => {
    const { terms } = said('The concert is on 2026-12-13.');
    expect(terms).toEqual(new Set([...said('concert Sunday 13 December 2026').terms]));
    expect(terms.has('#13')).toBe(true);
  });

  it('keeps what is denied to its clause, and apart from what is put aside', () => {
    const diet = said('She eats no fish, but rye.');
    expect([...diet.denied]).toEqual(['fish']);
    expect(diet.isDenial).toBe(true);
    const moved = said('The jobs run over NATS instead of RabbitMQ since March.');
    expect(moved.isDenial).toBe(false);
    expect([...moved.aside]).toContain(stemmer('rabbitmq', 'en'));
    expect([...said('It costs $345 an hour; open matters keep the old $320.').aside]).toEqual(
      expect.arrayContaining(['#320']),
    );
    expect([...said('Answers are cached for 45 seconds, earlier 300.').aside]).toContain('#300');
    expect(said('An old Cintiq 16 draws everything.').aside.size).toBe(0);
    expect([...said('The standup is at 10:00 (was 9:30).').aside]).toEqual(
      expect.arrayContaining(['#9', '#30']),
    );
    expect(said('She is not only a singer.').isDenial).toBe(false);
    expect(said('Lists have no more than three points.').isDenial).toBe(false);
  });

  it('has the words with capitals as names', () => {
    expect([...said('Graham Petrakis had the dog.').names]).toEqual(['graham', 'petraki']);
  });

  it('takes time linear in its length', () => {
    const long = 'no (was instead of 2026-01-01 8.30 eight hundred not, '.repeat(4_000);
    expect(said(long).isDenial).toBe(true);
  });
});
