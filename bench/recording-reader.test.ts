import { describe, expect, it } from 'vitest';
import type { MemoryId, SessionId } from '../packages/core/src/domain/ids.js';
import type { NoteToTouch, ReadRequest } from '../packages/core/src/ports/models.js';
import { createRecordingReader, readRecording } from './recording-reader.js';

const line = (id: string, turns: string[], text: string, links: object = {}): string =>
  JSON.stringify({ id, turns, about: 'Bertil', aspect: 'rent', value: text, text, ...links });
const RECORDED = [
  line('n1', ['t1'], 'Bertil asks 700.'),
  line('n2', ['t10', 't2'], 'Bertil asks 780.', { replaces: ['n1'] }),
  line('n3', ['t10'], 'Bertil asks 790.', { replaces: ['n2'], doubts: ['n1'] }),
].join('\n');

const request = (names: readonly string[], notes: readonly NoteToTouch[] = []): ReadRequest => ({
  turns: names.map((turn) => ({
    id: `m_${turn.padStart(13, '0')}` as MemoryId,
    turn,
    session: 's' as SessionId,
    speaker: 'Ylva',
    saidAt: 0,
    day: '1970-01-01',
    weekday: 'Thursday',
    text: turn,
  })),
  notes,
  roster: [],
  owner: null,
});
const stored = (text: string): NoteToTouch => ({
  id: 'm_0000000000abc' as MemoryId,
  text,
  note: { ...readRecording(line('n', ['t'], text))[0], reader: 'recording' } as NoteToTouch['note'],
  state: 'current',
  turns: [],
});

describe('a recording', () => {
  it('answers with the notes of the turns it is asked about, those of several turns with the last', async () => {
    const reader = createRecordingReader(readRecording(RECORDED));
    const ids = async (...names: string[]) =>
      (await reader.read(request(names))).notes.map(({ id }) => id);
    expect(await ids('t1', 't2')).toEqual(['n1']);
    expect(await ids('t9')).toEqual([]);
    expect(await ids('t10')).toEqual(['n2', 'n3']);
  });

  it('replaces and doubts only what is shown, or stands in the same answer, and counts', async () => {
    const reader = createRecordingReader(readRecording(RECORDED));
    const blind = await reader.read(request(['t10']));
    expect(blind.notes.map(({ replaces, doubts }) => [replaces, doubts])).toEqual([
      [[], []],
      [['n2'], []],
    ]);
    expect(reader.offered()).toEqual({ named: 2, shown: 0 });
    // A repeated request counts once.
    const seeing = await reader.read(request(['t10'], [stored('Bertil  asks 700.')]));
    expect(seeing.notes.map(({ replaces, doubts }) => [replaces, doubts])).toEqual([
      [['m_0000000000abc'], []],
      [['n2'], ['m_0000000000abc']],
    ]);
    expect(reader.offered()).toEqual({ named: 2, shown: 2 });
  });

  it.each([
    'prose',
    '{"id":"n1"}',
    line('n1', [], 'No turn.'),
    line('n1', ['t'], 'x', { from: '2030-02-02', until: '2030-01-01' }),
  ])('names the line that is no note: %s', (bad) => {
    expect(() => readRecording(`${line('n0', ['t'], 'fine')}\n${bad}`)).toThrow(
      /^Line 2 of the recording is no note/,
    );
  });
});
