/** Tags with this prefix are set by the engine alone; so are metadata fields. */
export const RESERVED_TAGS = 'mneme:';
