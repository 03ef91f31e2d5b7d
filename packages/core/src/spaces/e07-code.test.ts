import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryId } from '../domain/ids.js';
import { CodeReader } from '../language/code/code-reader.js';
import { createStemmer } from '../language/stem.js';
import { createCodeSpace, questionWords, wordHash, type Code } from './e07-code.js';
import type { Inquiry, Subject } from './space.js';

const stemmer = createStemmer();
const reader = new CodeReader(stemmer);
const space = createCodeSpace(reader, stemmer);

const subject = (content: string): Subject => ({
  id: 'm_1' as MemoryId,
  content,
  language: 'en',
  terms: [],
  saidAt: 0,
  occurredFrom: 0,
  occurredTo: 0,
  position: 0,
  order: 0,
});
const inquiry = (text: string): Inquiry => ({
  text,
  language: 'en',
  terms: [],
  now: 0,
  periods: [],
  direction: null,
  entities: [],
});

async function codeOf(content: string): Promise<Code> {
  await reader.ready(content);
  const code = space.memory(subject(content));
  if (code === null) throw new Error('no code');
  return code;
}

const SORT =
  'def sort_by_date(items):\n    """Sort the items by their date."""\n    return sorted(items, key=lambda item: item.date)\n';
const SORT_RENAMED =
  'def order_things(elements):\n    """Put them right."""\n    return sorted(elements, key=lambda thing: thing.when)\n';
const MAIL =
  'def send_mail(address, text):\n    """Send a message to an address."""\n    server.sendmail(SENDER, address, text)\n';

describe('the code space', () => {
  it('holds nothing of a text without code', () => {
    expect(space.memory(subject('We met Anna at the lake.'))).toBeNull();
    expect(space.memory(subject('Call `close` when done.'))).toBeNull();
  });

  it('has 1536 dimensions of eight bits and gives the same code twice', async () => {
    const code = await codeOf(SORT);
    expect(code.vector).toHaveLength(space.dimensions);
    expect(Math.max(...code.vector.map(Math.abs))).toBe(127);
    expect(await codeOf(SORT)).toEqual(code);
    expect(space.likeness(code, code)).toBeCloseTo(1, 5);
  });

  it('puts the function that does what is asked above another, in the words of the question or in others', async () => {
    const [sort, mail] = [await codeOf(SORT), await codeOf(MAIL)];
    for (const asked of ['sort a list by date', 'how to order elements by date', 'sortByDate']) {
      const query = space.query(inquiry(asked));
      if (query === null) throw new Error('no query');
      expect(space.similarity(query, sort)).toBeGreaterThan(space.similarity(query, mail) + 0.02);
    }
  });

  it('sees the same shape under other names, and code in the query', async () => {
    const [sort, renamed, mail] = [
      await codeOf(SORT),
      await codeOf(SORT_RENAMED),
      await codeOf(MAIL),
    ];
    expect(space.likeness(sort, renamed)).toBeGreaterThan(space.likeness(mail, renamed));
    expect(space.likeness(sort, renamed)).toBe(space.likeness(renamed, sort));
    const asked = 'def f(rows):\n    return sorted(rows, key=lambda row: row.date)';
    await reader.ready(asked);
    const query = space.query(inquiry(asked));
    if (query === null) throw new Error('no query');
    expect(space.similarity(query, sort)).toBeGreaterThan(space.similarity(query, mail) + 0.1);
  });

  it('keeps what each word is there for', async () => {
    const { words } = await codeOf(SORT);
    expect(words).toContainEqual({ hash: wordHash(stemmer('sort', 'en')), role: 'name', count: 1 });
    expect(words).toContainEqual({
      hash: wordHash(stemmer('date', 'en')),
      role: 'summary',
      count: 1,
    });
  });

  it('packs and unpacks without loss; damaged bytes are told', async () => {
    const code = await codeOf(MAIL);
    const bytes = space.pack(code);
    expect(space.unpack(bytes)).toEqual(code);
    for (const bad of [
      new Int8Array(3),
      bytes.slice(0, -1),
      new Int8Array(space.dimensions + 5).fill(-1),
    ]) {
      expect(() => space.unpack(bad)).toThrow(
        expect.objectContaining({ code: 'corrupt' }) as Error,
      );
    }
  });

  it('names its codes apart where only identifiers can be read', () => {
    const lexed = createCodeSpace(
      new CodeReader(stemmer, {
        installed: () => false,
        open: () => Promise.reject(new Error('absent')),
      }),
      stemmer,
    );
    expect(lexed.id).not.toBe(space.id);
    expect(lexed.memory(subject(SORT))?.words.every(({ role }) => role === 'identifier')).toBe(
      true,
    );
  });

  it('tells the frame of a question from its subject', () => {
    const words = questionWords('python how to sort a list', stemmer);
    expect(words.get(stemmer('python', 'en'))).toBe(true);
    expect(words.get(stemmer('sort', 'en'))).toBe(false);
  });

  it('stays within -1..1 for any question', async () => {
    const code = await codeOf(SORT);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const query = reader.holdsCode(text) ? null : space.query(inquiry(text));
        if (query !== null)
          expect(Math.abs(space.similarity(query, code))).toBeLessThanOrEqual(1.000001);
      }),
    );
  });
});
