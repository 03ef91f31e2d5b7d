/** What the description's service is called, everywhere. */
export const PACKAGE = 'mneme.v1';
export const SERVICE = 'Mneme';
