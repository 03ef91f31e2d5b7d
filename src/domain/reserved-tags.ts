/** Tags that start like this are set by the engine alone. */
export const RESERVED_TAGS = 'mneme:';
