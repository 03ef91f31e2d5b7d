import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { T } from '../texts/index.js';
import { Waiting } from './answer-view.js';
import { Problem } from './problem.js';

/** A page whose script is loaded when it is opened first. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  return function Lazy() {
    const View = useSignal(loaded);
    const failed = useSignal(false);
    const fetchIt = (): void => {
      failed.value = false;
      load().then(
        (view) => {
          loaded = view;
          View.value = view;
        },
        () => {
          failed.value = true;
        },
      );
    };
    useEffect(() => {
      if (View.value === null) fetchIt();
    }, []);
    if (failed.value) return <Problem error={null} words={T.notLoaded} again={fetchIt} />;
    return View.value === null ? <Waiting /> : <View.value />;
  };
}
