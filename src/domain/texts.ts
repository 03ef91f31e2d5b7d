import { z } from 'zod';

/**
 * The origin of texts in an answer. A front end for models marks every text as remembered data except those
 * whose schema is one of these; so a new field counts as data until somebody decides otherwise.
 */

/** The engine's own words, hashes and figures, or text in which remembered parts are already between marks. */
export const OwnText = z.string();
/** What was said or noted in a session still in progress: it may yet be remembered. */
export const TurnText = z.string();
/** A manifest: its frame is the engine's, each of its lists quotes memories. */
export const ManifestText = z.string();
