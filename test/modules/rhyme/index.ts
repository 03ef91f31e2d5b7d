import type { MemoryId } from '../../../packages/core/src/domain/ids.js';
import { defineModule } from '../../../packages/core/src/modules/module.js';

/** The last letters of each line's last word, as vowels and what follows them: 26 numbers, one a letter, the later the heavier. */
function encode(text: string): Float32Array {
  const code = new Float32Array(26);
  const [last = ''] = text.toLowerCase().match(/[a-z]+(?=[^a-z]*$)/) ?? [];
  const ending = /[aeiouy]+[^aeiouy]*e?$/.exec(last)?.[0] ?? '';
  for (const [at, letter] of [...ending].entries()) code[letter.charCodeAt(0) - 97] = at + 1;
  const length = Math.hypot(...code);
  return length === 0 ? code : code.map((value) => value / length);
}

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** A space: what it compares is computed from a text when it is first asked for, and kept as long as the module lives. */
export function rhyme() {
  const codes = new Map<MemoryId, Float32Array>();
  const codeOf = (id: MemoryId, content: string): Float32Array => {
    let code = codes.get(id);
    if (code === undefined) codes.set(id, (code = encode(content)));
    return code;
  };
  return defineModule({
    name: 'rhyme',
    candidates: [
      {
        name: 'rhyme',
        find: async ({ profile: { query = '' }, bank, state: { index }, ports: { store } }) => {
          const ids = Array.from({ length: index.size }, (_, slot) => index.id(slot));
          const asked = encode(query);
          return (await store.get(bank, ids))
            .map(({ id, content }) => ({ id, score: cosine(asked, codeOf(id, content)) }))
            .filter(({ score }) => score > 0.9);
        },
      },
    ],
    terms: [
      {
        name: 'rhyme',
        range: [0, 20],
        weigh: (results, { profile: { query = '' } }) => {
          const asked = encode(query);
          return results.map(({ memory }) => 20 * cosine(asked, codeOf(memory.id, memory.content)));
        },
      },
    ],
  });
}
