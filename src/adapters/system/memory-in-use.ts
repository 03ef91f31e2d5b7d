/** Bytes of this process that are in the machine's memory. */
export const memoryInUse = (): number => process.memoryUsage.rss();
