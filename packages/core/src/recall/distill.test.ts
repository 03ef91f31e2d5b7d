import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citationOf, citedPrefix, type MemoryId } from '../domain/ids.js';
import { countTokens } from '../language/count-tokens.js';
import { createStemmer } from '../language/stem.js';
import { readWanted } from './profile-and-question.js';
import { costsOf, distill, readPassages, renderDigest, type Source } from './distill.js';
import { type Need, readStretches, splitText } from './passage-worth.js';

const stemmer = createStemmer();

function needOf(query: string, words: readonly string[], code = false): Need {
  const own = new Set(words.map((word) => stemmer(word, 'en')));
  return {
    weights: new Map([...own].map((word) => [word, 1 / own.size])),
    own,
    wanted: readWanted(query),
    rarity: () => 3,
    code,
  };
}

function source(at: number, content: string, score = 0.5): Source {
  return {
    id: `m_${String(at).padStart(13, '0')}` as MemoryId,
    content,
    score,
    speaker: 'Priya',
    session: 's',
    saidAt: Date.UTC(2025, 6, 1 + at),
    remark: '',
  };
}

const cite = ({ id }: Source): string => `[${id}]`;

function keep(sources: readonly Source[], need: Need, budget: number) {
  return distill(
    readPassages(sources, need, ({ content }) => readStretches(content, stemmer)),
    budget,
    costsOf('structured', cite),
  );
}

describe('splitting a text', () => {
  it('drops what only opens a sentence, and keeps what answers', () => {
    const texts = (text: string) => splitText(text).map((stretch) => stretch.text);
    expect(texts('Wow, Mel! I adopted a greyhound. No, she is four.')).toEqual([
      'Wow, Mel!',
      'I adopted a greyhound.',
      'No, she is four.',
    ]);
    expect(texts('By the way, my flat is in Porto.')).toEqual(['My flat is in Porto.']);
    expect(texts('So the flat is in Porto.')).toEqual(['So the flat is in Porto.']);
    expect(texts('Thanks!')).toEqual(['Thanks!']);
  });

  it('leaves a block of code as it is', () => {
    expect(splitText('Use this.\n```ts\nconst a = 1;\n  if (a) stop();\n```\nIt works.')).toEqual([
      { text: 'Use this.', code: false },
      { text: 'const a = 1;\n  if (a) stop();', code: true },
      { text: 'It works.', code: false },
    ]);
  });

  it('gives no stretch that a small budget cannot hold, and loses no word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Porto', 'tram,', 'the', '昨日', '😀', 'ran.', 'a;'), {
          minLength: 1,
          maxLength: 400,
        }),
        (parts) => {
          const stretches = splitText(parts.join(' '));
          expect(Math.max(...stretches.map(({ text }) => text.length))).toBeLessThanOrEqual(280);
          expect(
            stretches
              .map(({ text }) => text)
              .join('')
              .replace(/\s/g, '')
              .toLowerCase(),
          ).toBe(parts.join('').toLowerCase());
        },
      ),
    );
  });
});

describe('a stretch', () => {
  const texts = (text: string) => readStretches(text, stemmer).map((stretch) => stretch.text);

  it.each([
    ['GP called. B12 is through the floor, so injections start on Monday.'],
    ['Results are in. My iron is far too low, says Dr Okafor.'],
    ['The landlord sold the flat to a dentist. She wants us out by March.'],
    ['Ana fixed the boiler with a new valve. It broke again on Sunday.'],
    ['We lost the grant for the north wing. Because of that the roof waits.'],
    ['The invoice of Vestra was wrong by 300 euros. They paid.'],
  ])('tells something by itself: %s', (text) => {
    expect(texts(text)).toEqual([text]);
  });

  it('leaves apart what speaks of something else, a question, and a greeting', () => {
    expect(
      texts('The weather was grey all day long. I adopted a greyhound last Saturday. And you?'),
    ).toHaveLength(3);
    expect(texts('Good to see you. The boiler of the north wing leaks badly.')).toHaveLength(2);
  });
});

describe('distilling', () => {
  it('keeps what a short opening announces, however little room there is', () => {
    const need = needOf('What did the GP say?', ['gp', 'say']);
    const text = 'GP called. B12 is through the floor, injections start on Monday.';
    for (const budget of [20, 30, 40, 60, 90]) {
      const said = keep([source(1, text), source(2, 'The tram was late again.')], need, budget)
        .filter(({ source: { content } }) => content === text)
        .flatMap(({ passages }) => passages);
      expect([[], [text]]).toContainEqual(said);
    }
  });

  it('takes the sentence that bears on the question before those that do not', () => {
    const need = needOf('When did Priya adopt the greyhound?', ['adopt', 'greyhound']);
    const [kept] = keep(
      [
        source(
          1,
          'The weather was grey all day long. I adopted a greyhound last Saturday. What about you?',
        ),
      ],
      need,
      44,
    );
    expect(kept?.passages).toEqual(['I adopted a greyhound last Saturday.']);
    expect(kept?.whole).toBe(false);
  });

  it('prefers the likelier memory, and says nothing twice', () => {
    const need = needOf('Where is the flat?', ['flat']);
    const sources = [
      source(1, 'The flat is in Leeds.', 0.1),
      source(2, 'The flat is in Porto.', 0.9),
      source(3, 'The flat is in Porto!', 0.8),
    ];
    expect(keep(sources, need, 44).map(({ source: { id } }) => id)).toEqual([sources[1]?.id]);
    expect(keep(sources, need, 500).map(({ source: { id } }) => id)).toEqual([
      sources[1]?.id,
      sources[0]?.id,
    ]);
  });

  it('puts code first where code is wanted', () => {
    const text =
      'We talked about the retry for long. It waits between tries.\n```ts\nasync function retry(times: number) { await pause(times); }\n```';
    const asked = ['retry'];
    const first = (code: boolean) =>
      keep([source(1, text)], needOf('How does retry wait?', asked, code), 62)[0]?.passages.join(
        ' ',
      ) ?? '';
    expect(first(true)).toContain('async function retry');
  });

  it('tells code first, between its marks, whatever was said before it', () => {
    const sources = [
      source(1, 'The retry was written in March.', 0.9),
      source(
        2,
        'It waits:\n```ts\nasync function retry(times: number) {\n  await pause(times);\n}\n```\nThen it gives up.',
        0.5,
      ),
    ];
    const text = renderDigest(
      'code_focused',
      keep(sources, needOf('retry', ['retry'], true), 400),
      cite,
    );
    expect(text).toContain(
      '\n```\nasync function retry(times: number) {\n  await pause(times);\n}\n```\n',
    );
    expect(text.indexOf('async function')).toBeLessThan(text.indexOf('March'));
    expect(countTokens(text)).toBeLessThanOrEqual(400);
  });

  it('keeps to the budget, cites every memory, and is the same each time', () => {
    const sentence = fc.constantFrom(
      'I moved to Porto in May.',
      'The tram was late again today!',
      'What do you think?',
      'Wow, Tom!',
      'Her sister plays the cello in an orchestra.',
      '昨日は市場に行きました。',
    );
    const texts = fc.array(
      fc.array(sentence, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' ')),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 20, max: 300 }), (contents, budget) => {
        const need = needOf('Where did you move?', ['move', 'porto']);
        const sources = contents.map((content, at) => source(at, content, 1 / (at + 1)));
        const kept = keep(sources, need, budget);
        const text = renderDigest('structured', kept, cite);
        expect(countTokens(text)).toBeLessThanOrEqual(budget);
        for (const { source: each } of kept) expect(text).toContain(cite(each));
        expect(renderDigest('structured', keep(sources, need, budget), cite)).toBe(text);
      }),
    );
  });

  it('tells each day once, in order, and who said what', () => {
    const need = needOf('tram', ['tram']);
    const kept = keep(
      [source(2, 'The tram was late.'), source(1, 'The tram is yellow.')],
      need,
      200,
    );
    expect(renderDigest('structured', kept, cite)).toBe(
      '2 July 2025:\nPriya: The tram is yellow. [m_0000000000001]\n3 July 2025:\nPriya: The tram was late. [m_0000000000002]',
    );
    expect(renderDigest('narrative', kept.slice(0, 1), cite)).toBe(
      'On 3 July 2025, Priya said: “The tram was late.” [m_0000000000002].',
    );
  });
});

describe('citations', () => {
  it('grow with the bank, and are read however they are written', () => {
    const id = 'm_7wa4x2k9q1b3c' as MemoryId;
    expect(citationOf(id, 10)).toBe('[m_7wa4]');
    expect(citationOf(id, 100_000)).toBe('[m_7wa4x2]');
    for (const tag of ['[m_7wa4]', 'm_7wa4', '[mem:7wa4]', '[node_7wa4]', ' [7wa4] '])
      expect(citedPrefix(tag)).toBe('m_7wa4');
    for (const tag of ['', '[]', '[m_7]', 'see above', '[m_7wa4x2k9q1b3cd]'])
      expect(citedPrefix(tag)).toBeNull();
  });
});
