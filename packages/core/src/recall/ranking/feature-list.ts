import type { ReadFeature } from './candidate-view.js';
import { MANNER_FEATURES, ANSWER_FEATURES, PATH_FEATURES } from './features/answer-features.js';
import {
  ANSWERING_FEATURES,
  SESSION_FEATURES,
  VOICE_FEATURES,
  CAST_FEATURES,
  CHAT_FEATURES,
} from './features/dialogue-features.js';
import { INSTANCE_FEATURES } from './features/instance-features.js';
import { WORD_FEATURES, MEANING_FEATURES } from './features/word-features.js';

/** Every feature by its group, for ablation. */
export const FEATURE_GROUPS = {
  words: WORD_FEATURES,
  meaning: MEANING_FEATURES,
  answering: ANSWERING_FEATURES,
  session: SESSION_FEATURES,
  voice: VOICE_FEATURES,
  cast: CAST_FEATURES,
  chat: CHAT_FEATURES,
  manner: MANNER_FEATURES,
  answer: ANSWER_FEATURES,
  paths: PATH_FEATURES,
  instances: INSTANCE_FEATURES,
} as const;

export const READERS = {
  ...WORD_FEATURES,
  ...MEANING_FEATURES,
  ...ANSWERING_FEATURES,
  ...SESSION_FEATURES,
  ...VOICE_FEATURES,
  ...CAST_FEATURES,
  ...CHAT_FEATURES,
  ...MANNER_FEATURES,
  ...ANSWER_FEATURES,
  ...PATH_FEATURES,
  ...INSTANCE_FEATURES,
} as const satisfies Record<string, ReadFeature>;

/** The inputs of the learned fusion. A change of this list requires refitting: `npm run bench -- fit`. */
export type Feature = keyof typeof READERS;
export const FEATURES = Object.freeze(Object.keys(READERS)) as readonly Feature[];

/** Features of candidates, row by row; `FEATURES.length` numbers per candidate. */
export interface FeatureTable {
  /** Every candidate, including those dropped by the first look. */
  readonly seen: readonly number[];
  readonly slots: readonly number[];
  readonly values: Float32Array;
}
