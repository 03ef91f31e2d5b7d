/** Replaces an erased name. */
export const ERASED = '[erased]';
