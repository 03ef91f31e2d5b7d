import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFolder } from '../../../../test/support/open-test-memory.js';

function fileOf(text: string, name = 'chat.txt'): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** 9 July 2026, 15:05, and the next day at 00:05, in the notation of phones in these languages. */
const LAYOUTS: readonly (readonly [string, string, string])[] = [
  ['American', '7/9/26, 3:05\u202fPM - ', '7/10/26, 12:05\u202fAM - '],
  ['American, iOS', '[7/9/26, 3:05:00\u202fPM] ', '[7/10/26, 12:05:00\u202fAM] '],
  ['British', '09/07/2026, 15:05 - ', '10/07/2026, 00:05 - '],
  ['Australian', '9/7/2026, 3:05 pm - ', '10/7/2026, 12:05 am - '],
  ['Canadian', '2026-07-09, 3:05 p.m. - ', '2026-07-10, 12:05 a.m. - '],
  ['South African', '2026/07/09, 15:05 - ', '2026/07/10, 00:05 - '],
  ['German', '09.07.26, 15:05 - ', '10.07.26, 00:05 - '],
  ['German, iOS', '[09.07.26, 15:05:00] ', '\u200e[10.07.26, 00:05:00] '],
  ['German, in words', '9.7.2026 um 15:05 - ', '10.7.2026 um 00:05 - '],
  ['French', '09/07/2026 à 15:05 - ', '10/07/2026 à 00:05 - '],
  ['French, iOS', '[09/07/2026 15:05:00] ', '[10/07/2026 00:05:00] '],
  ['Spanish', '9/7/26 15:05 - ', '10/7/26 0:05 - '],
  ['Mexican', '09/07/2026 03:05\u00a0p.\u00a0m. - ', '10/07/2026 12:05\u00a0a.\u00a0m. - '],
  ['Brazilian', '09/07/2026 15:05 - ', '10/07/2026 00:05 - '],
  ['Portuguese', '09/07/2026 às 15:05 - ', '10/07/2026 às 00:05 - '],
  ['Dutch', '09-07-2026 15:05 - ', '10-07-2026 00:05 - '],
  ['Finnish', '9.7.2026 klo 15.05 - ', '10.7.2026 klo 0.05 - '],
  ['Danish', '09.07.2026 kl. 15.05 - ', '10.07.2026 kl. 00.05 - '],
  ['Swedish', '2026-07-09 kl. 15:05 - ', '2026-07-10 kl. 00:05 - '],
  ['Polish', '9.07.2026, 15:05 - ', '10.07.2026, 00:05 - '],
  ['Czech', '9. 7. 2026 15:05 - ', '10. 7. 2026 0:05 - '],
  ['Croatian', '09. 07. 2026. u 15:05 - ', '10. 07. 2026. u 00:05 - '],
  ['Hungarian', '2026. 07. 09. 15:05 - ', '2026. 07. 10. 0:05 - '],
  ['Hungarian, halves', '2026. 07. 09. du. 3:05 - ', '2026. 07. 10. de. 12:05 - '],
  ['Bulgarian', '9.07.26 г., 15:05 ч. - ', '10.07.26 г., 0:05 ч. - '],
  ['Russian', '09.07.2026, 15:05 - ', '10.07.2026, 00:05 - '],
  ['Greek', '9/7/26, 3:05 μ.μ. - ', '10/7/26, 12:05 π.μ. - '],
  ['Turkish', '9.07.2026 ÖS 3:05 - ', '10.07.2026 ÖÖ 12:05 - '],
  ['Vietnamese', '15:05, 9/7/2026 - ', '00:05, 10/7/2026 - '],
  ['Indonesian', '09/07/26 15.05 - ', '10/07/26 00.05 - '],
  ['Thai', '9/7/2569 15:05 - ', '10/7/2569 00:05 - '],
  ['Chinese', '2026/7/9 下午3:05 - ', '2026/7/10 上午12:05 - '],
  ['Chinese, in words', '2026年7月9日 15:05 - ', '2026年7月10日 00:05 - '],
  ['Chinese, iOS', '[2026/7/9 下午3:05:00] ', '[2026/7/10 凌晨12:05:00] '],
  ['Chinese in Hong Kong', '9/7/2026 下午3:05 - ', '10/7/2026 上午12:05 - '],
  ['Japanese', '2026/07/09 午後3:05 - ', '2026/07/10 午前12:05 - '],
  ['Korean', '2026. 7. 9. 오후 3:05 - ', '2026. 7. 10. 오전 12:05 - '],
  ['Korean, short', '26. 7. 9. 오후 3:05 - ', '26. 7. 10. 오전 12:05 - '],
  ['Korean, in words', '2026년 7월 9일 오후 3:05 - ', '2026년 7월 10일 오전 12:05 - '],
  ['Arabic', '\u200f٩/٧/٢٠٢٦، ٣:٠٥ م - ', '\u200f١٠/٧/٢٠٢٦، ١٢:٠٥ ص - '],
  ['Persian digits', '۹/۷/۲۰۲۶، ۱۵:۰۵ - ', '۱۰/۷/۲۰۲۶، ۰:۰۵ - '],
  ['Hindi digits', '९/७/२६, ३:०५ pm - ', '१०/७/२६, १२:०५ am - '],
  ['Hebrew', '9.7.2026, 15:05 - ', '10.7.2026, 0:05 - '],
];

describe('a chat that WhatsApp has exported', () => {
  it.each(LAYOUTS)('is read as a phone writes it, %s', async (_, first, second) => {
    const { memory } = await openTestMemory();
    const chat = [
      `${first}Bob: The heron is back.`,
      'It nests by the weir.',
      `${second}Ana Lund:Where exactly?`,
    ];
    const report = await memory.import(fileOf(chat.join('\n')));
    expect(report).toMatchObject({ format: 'whatsapp', outcomes: { remembered: 2 }, bad: [] });
    const { memories } = await memory.list({ limit: 5 });
    const told = memories.map(({ speaker, content, saidAt }) => [
      speaker,
      content,
      new Date(saidAt).toISOString().slice(11, 16),
    ]);
    expect(told).toContainEqual(['Bob', 'The heron is back.\nIt nests by the weir.', '15:05']);
    expect(told).toContainEqual(['Ana Lund', 'Where exactly?', '00:05']);
    const days = memories.map(({ saidAt }) => new Date(saidAt).toISOString().slice(0, 10)).sort();
    expect(days).toEqual(['2026-07-09', '2026-07-10']);
  });

  it('keeps notices, and what the program says in place of pictures, out', async () => {
    const { memory } = await openTestMemory();
    const chat = [
      '[09.07.26, 15:05:00] Herons: \u200eNachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.',
      '[09.07.26, 15:05:01] Bob: \u200eобъект не включён',
      '[09.07.26, 15:05:02] Bob: \u200eimage omitted',
      '[09.07.26, 15:05:03] Bob: IMG-1.jpg (archivo adjunto)',
      '[09.07.26, 15:05:04] Bob: See you at 12:30',
      '[09.07.26, 15:05:05] Bob changed the subject to “At 12:30”',
      '[09.07.26, 15:05:06] ~ Ana: http://a.example/x \u200e<This message was edited>',
    ];
    const report = await memory.import(fileOf(chat.join('\n')));
    const { memories } = await memory.list({ limit: 9 });
    expect(memories.map(({ speaker, content }) => `${speaker}: ${content}`).sort()).toEqual([
      'Ana: http://a.example/x',
      'Bob: See you at 12:30',
    ]);
    expect(report.leftOut).toEqual({
      'notices of the program': 3,
      'pictures, recordings and files without their text': 2,
    });
  });

  it.each(['', 'Shopping\n- milk\n- bread\n', 'At 3:05 we left, 9/7 or so.\n'])(
    'that holds no message is an error: %j',
    async (text) => {
      const { memory } = await openTestMemory();
      await expect(memory.import(fileOf(text), { format: 'whatsapp' })).rejects.toMatchObject({
        code: 'malformed_import',
        message: expect.stringContaining('no line begins as a message') as string,
      });
      expect((await memory.list({ limit: 5 })).memories).toEqual([]);
    },
  );
});
