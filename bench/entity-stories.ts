/** A story told line by line. Names in it are marked `[as it is written|who is meant]`. */
export interface EntityStory {
  readonly name: string;
  readonly lines: readonly string[];
}
