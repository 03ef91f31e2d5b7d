import type { Change } from '../../../packages/core/src/domain/change.js';
import type { Store } from '../../../packages/core/src/ports/store.js';

/** A store over another: what is committed is told to somebody first. The five parts of the port are all that a memory asks of one. */
export function notedStore(inner: Store, note: (change: Change) => void): Store {
  const commit: Store['commit'] = async (change, options) => {
    note(change);
    return inner.commit(change, options);
  };
  return new Proxy(inner, {
    get(store, call) {
      if (call === 'commit') return commit;
      const value: unknown = Reflect.get(store, call, store);
      return typeof value === 'function' ? (value.bind(store) as unknown) : value;
    },
  });
}
