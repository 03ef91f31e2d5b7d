import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';

const FUNCTIONS = {
  sort: 'def sort_by_date(items):\n    """Sort the items by their date."""\n    return sorted(items, key=lambda item: item.date)\n',
  mail: 'def send_mail(address, text):\n    """Send a message to an address."""\n    server.sendmail(SENDER, address, text)\n',
  exists: 'export function fileExists(path: string): boolean {\n  return fs.existsSync(path);\n}\n',
  mean: 'func mean(values []float64) float64 {\n\tsum := 0.0\n\tfor _, value := range values {\n\t\tsum += value\n\t}\n\treturn sum / float64(len(values))\n}\n',
  config:
    'fn load_cfg(path: &str) -> Config {\n    let text = std::fs::read_to_string(path).unwrap();\n    toml::from_str(&text).unwrap()\n}\n',
};
const TALK = [
  'Anna sorted the photos of the lake by date.',
  'The message from the landlord came on Monday.',
  'Our average speed on the trip was low.',
];

describe('recall of code', () => {
  it('finds the function for what it does, in its words or in others', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(Object.values(FUNCTIONS).map((content) => ({ content })));
    for (const [query, wanted] of [
      ['sort a list by date', FUNCTIONS.sort],
      ['how to send an email message python', FUNCTIONS.mail],
      ['check whether a file exists', FUNCTIONS.exists],
      ['load configuration from a file', FUNCTIONS.config],
      ['getting the mean of values', FUNCTIONS.mean],
    ] as const) {
      expect((await memory.recall({ query })).results[0]?.content).toContain(wanted.trim());
    }
  });

  it('finds code by code', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(Object.values(FUNCTIONS).map((content) => ({ content })));
    const { results } = await memory.recall({
      query: 'def f(rows):\n    return sorted(rows, key=lambda row: row.date)',
    });
    expect(results[0]?.content).toContain('sort_by_date');
  });

  it('leaves the order and the scores of talk as they are where there is code beside it', async () => {
    const plain = await openTestMemory();
    const mixed = await openTestMemory();
    await plain.memory.rememberAll(TALK.map((content) => ({ content })));
    await mixed.memory.rememberAll([...TALK, FUNCTIONS.config].map((content) => ({ content })));
    const query = 'When did the message from the landlord come?';
    const [alone, beside] = [
      await plain.memory.recall({ query }),
      await mixed.memory.recall({ query }),
    ];
    expect(beside.results[0]?.content).toBe(alone.results[0]?.content);
  });

  it('reads no names, dates or causes off code', async () => {
    const { memory } = await openTestMemory();
    const receipt = await memory.remember(
      'class May(Anna):\n    def paris(self):\n        return Monday("2024-05-01", London)\n',
    );
    expect(receipt).toMatchObject({ outcome: 'remembered', entities: [], dates: [] });
  });

  it('needs nothing but the file: opened again, code is found alike', async () => {
    const file = temporaryFile();
    const first = await openTestMemory({ file });
    await first.memory.rememberAll(Object.values(FUNCTIONS).map((content) => ({ content })));
    const ranked = (await first.memory.recall({ query: 'send a message' })).results.map(
      ({ content, why }) => [content, why.score],
    );
    const again = await openTestMemory({ file, readOnly: true });
    expect(
      (await again.memory.recall({ query: 'send a message' })).results.map(({ content, why }) => [
        content,
        why.score,
      ]),
    ).toEqual(ranked);
  });

  it('is told by doctor, which also makes the codes anew', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(Object.values(FUNCTIONS).map((content) => ({ content })));
    const before = (await memory.recall({ query: 'send a message' })).results.map(
      ({ why }) => why.score,
    );
    const diagnosis = await memory.care.doctor({ rebuild: true });
    expect(diagnosis).toMatchObject({ healthy: true, rebuilt: 5 });
    expect(diagnosis.parts['code']).toContain('syntax trees');
    expect(
      (await memory.recall({ query: 'send a  message' })).results.map(({ why }) => why.score),
    ).toEqual(before);
  });
});
