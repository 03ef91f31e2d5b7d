import type { ParsedProfile } from '../domain/profile.js';
import { narrowedTags } from '../domain/scope.js';
import type { IndexFilter } from '../indexes/accept.js';

/** A profile's filter in the store's form; metadata by the set of memories that match it. */
export function profileFilter(profile: ParsedProfile): IndexFilter {
  const tags = narrowedTags(profile);
  const { kinds, speaker, speakers, exceptSpeakers, session, asOf, occurred, threshold } = profile;
  return {
    ...(kinds === undefined ? {} : { kinds }),
    ...(tags === undefined ? {} : { tags }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(speakers === undefined ? {} : { speakers }),
    ...(exceptSpeakers === undefined ? {} : { exceptSpeakers }),
    ...(session === undefined ? {} : { session }),
    ...(profile.among === undefined ? {} : { among: profile.among }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(threshold > 0 ? { minConfidence: threshold } : {}),
    ...(occurred === undefined ? {} : { occurred }),
  };
}
