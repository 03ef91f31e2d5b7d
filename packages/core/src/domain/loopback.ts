const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address that can be read as one names this machine. */
export const isOfThisMachine = (url: string): boolean => LOOPBACK_HOST.test(new URL(url).hostname);
