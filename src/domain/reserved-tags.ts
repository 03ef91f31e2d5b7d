/** Tags that start like this are set by the engine alone; its own fields of metadata start like it too. */
export const RESERVED_TAGS = 'mneme:';
