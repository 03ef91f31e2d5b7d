const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL names this machine. Throws if it cannot be parsed. */
export const isOfThisMachine = (url: string): boolean => LOOPBACK_HOST.test(new URL(url).hostname);
