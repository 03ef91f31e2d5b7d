import { z } from 'zod';

/**
 * Who speaks in the texts of an answer. A door for models marks every text as remembered data but those whose schema is one of these;
 * so a new field is data until somebody has made sure that it is not.
 */

/** The engine's own words, hashes and figures, or text in which what was remembered stands between marks already. */
export const OwnText = z.string();
/** What was said or noted in a session that still goes on: it may be remembered yet. */
export const TurnText = z.string();
/** A manifest: its frame is the engine's, each of its lists quotes memories. */
export const ManifestText = z.string();
