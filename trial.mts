import { readFileSync, readdirSync } from 'node:fs';
import { openMemory } from './src/index.js';
import { createRecordingReader, readRecording } from './src/adapters/readers/recording.js';
import { acceptNotes } from './src/modules/reading/accept-notes.js';
const S = '/work/shared/data/';
const all: [string, string, string][] = [['lives', S + 'lives/', S + 'readings/'], ['truth', S + 'truth/', S + 'truth/readings/'], ['told', 'bench/data/told/', S + 'readings/told/']];
const which = process.argv[2]?.split(',') ?? ['lives'];
const verbose = process.argv[3];
for (const [set, talkDir, readDir] of all.filter(([s]) => which.includes(s))) {
  let named = 0, shown = 0, tokens = 0, turns = 0, notes = 0, rec = 0; const refused: Record<string, number> = {};
  for (const file of readdirSync(readDir).filter((f) => f.endsWith('.jsonl')).sort()) {
    const life = JSON.parse(readFileSync(talkDir + file.replace('.jsonl', '.json'), 'utf8'));
    const recorded = readRecording(readFileSync(readDir + file, 'utf8')); rec += recorded.length;
    const reader = createRecordingReader(recorded);
    const spy = { id: 'recording', offered: reader.offered, read: async (r: any, s: any) => { const a = await reader.read(r, s); if (verbose) for (const n of a.notes) { const x = acceptNotes([n], r, new Set(r.turns.map((t: any) => t.id))); for (const k of Object.keys(x.refused)) if (k !== 'a link to a note that was not shown') console.log(file.slice(0, 5), n.id, k, '|', n.text, '<<', r.turns.filter((t: any) => n.turns.includes(t.id)).map((t: any) => t.text).join(' // ').slice(0, 200)); } return a; } };
    const memory = await openMemory({ file: ':memory:', owner: life.owner, reader: spy, reading: { callsPerHour: 100000, tokensPerHour: 1e9 } });
    let session = '';
    const flush = async () => { const r = await memory.reading.run(); if (r.stopped) console.log(r); };
    for (const t of life.turns) {
      if (session !== '' && t.session !== session) await flush();
      session = t.session;
      await memory.remember({ content: t.text, kind: 'experience', speaker: t.speaker === 'user' ? life.owner : t.speaker, source: t.speaker === 'assistant' ? 'agent' : 'user', session: t.session, turn: t.id, saidAt: t.saidAt });
    }
    await flush();
    const s = await memory.reading.status();
    const o = reader.offered(); named += o.named; shown += o.shown; tokens += s.tokens; turns += life.turns.length; notes += s.notes;
    for (const [k, v] of Object.entries(s.refused)) refused[k] = (refused[k] ?? 0) + v;
    console.log(file, recorded.length, 'notes', s.notes, 'read', s.read, life.turns.length, 'waiting', s.waiting, (o.shown / o.named).toFixed(3), JSON.stringify(s.refused));
    await memory.close();
  }
  const { ['a link to a note that was not shown']: links, ...r } = refused;
  console.log(set, 'offered', shown / named, named, 'recorded', rec, 'notes', notes, 'refused', 1 - notes / rec, refused, 'tokens a turn', tokens / turns, links);
}
