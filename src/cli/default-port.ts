/** Where a server of this machine listens unless told otherwise. */
export const DEFAULT_PORT = 4477;
