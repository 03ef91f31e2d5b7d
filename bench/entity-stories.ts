/** A story told line by line. Names in it are marked `[as it is written|who is meant]`. */
export interface EntityStory {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface StoryMention {
  readonly name: string;
  readonly who: string;
}

const MARK = /\[([^\]|]+)\|([a-z]+)\]/gu;

/** A line without its marks, and the names in it, in order. */
export function readLine(marked: string): {
  readonly text: string;
  readonly mentions: readonly StoryMention[];
} {
  return {
    text: marked.replaceAll(MARK, '$1'),
    mentions: Array.from(marked.matchAll(MARK), ([, name = '', who = '']) => ({ name, who })),
  };
}
