import type { ParsedProfile } from '../domain/profile.js';
import type { Filter } from '../ports/store.js';

/** What a profile admits, as the store's filter says it. */
export function profileFilter(profile: ParsedProfile): Filter {
  const { kinds, tags, speaker, speakers, exceptSpeakers, session, asOf, from, to, threshold } =
    profile;
  return {
    ...(kinds === undefined ? {} : { kinds }),
    ...(tags === undefined ? {} : { tags }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(speakers === undefined ? {} : { speakers }),
    ...(exceptSpeakers === undefined ? {} : { exceptSpeakers }),
    ...(session === undefined ? {} : { session }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(threshold > 0 ? { minConfidence: threshold } : {}),
    ...(from === undefined && to === undefined
      ? {}
      : {
          occurred: {
            ...(from === undefined ? {} : { from }),
            ...(to === undefined ? {} : { to }),
          },
        }),
  };
}
