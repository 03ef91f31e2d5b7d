/**
 * The same stream, with `close` called once: at its end, on failure, or when the consumer stops early; also if it was
 * never read, where a generator's `finally` would not run.
 */
export function closingStream<T>(
  stream: AsyncGenerator<T, void, undefined>,
  close: () => unknown,
): AsyncGenerator<T, void, undefined> {
  let closed: Promise<unknown> | null = null;
  const once = async (): Promise<void> => void (await (closed ??= Promise.resolve(close())));
  const settled = async (
    step: Promise<IteratorResult<T, void>>,
  ): Promise<IteratorResult<T, void>> => {
    try {
      const result = await step;
      if (result.done === true) await once();
      return result;
    } catch (error) {
      await once();
      throw error;
    }
  };
  const told: AsyncGenerator<T, void, undefined> = {
    next: () => settled(stream.next()),
    return: (value) => settled(stream.return(value)),
    throw: (error) => settled(stream.throw(error)),
    [Symbol.asyncIterator]: () => told,
  };
  return told;
}

/** Joins a text that arrives in chunks. */
export async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return parts.join('');
}
