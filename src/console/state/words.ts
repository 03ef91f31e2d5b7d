import { useAnswer } from './answer.js';
import { call } from './server.js';

/** So many memories are told in words by one question. */
const AT_ONCE = 10;

/** What memories say that are known by their ids alone; those that are taken back are left out. */
export function useWords(ids: readonly string[]): ReadonlyMap<string, string> {
  const told = useAnswer(
    async () => {
      const groups = ids.flatMap((_, at) =>
        at % AT_ONCE === 0 ? [ids.slice(at, at + AT_ONCE)] : [],
      );
      const answers = await Promise.all(groups.map((tags) => call('cite', { tags: [...tags] })));
      return answers.flatMap(({ expansions }) => expansions.flatMap(({ memories }) => memories));
    },
    [ids],
    { still: true },
  );
  return new Map(
    (told.answer.value.data ?? []).map(({ id, content }): [string, string] => [id, content]),
  );
}
