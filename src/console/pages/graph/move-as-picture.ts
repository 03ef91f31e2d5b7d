import type Sigma from 'sigma';

/** After the last turn of the wheel it is drawn anew so much later. */
const QUIET_MS = 140;
/** A hand that shakes does not drag. */
const MIN_DRAG_PX = 4;
const ZOOM_STEP = 1.25;

/**
 * Lets the mouse move and zoom what was drawn as a picture, which costs nothing however many nodes there are, and has it drawn anew when
 * it is let go. Fingers and keys are the renderer's own. Gives what ends it.
 */
export function moveAsPicture(renderer: Sigma, box: HTMLElement): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let from: { readonly x: number; readonly y: number } | null = null;
  let dragged = false;
  let turned = { by: 1, x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Draws from another place; the picture stays as it was moved until that is done. */
  const look = (state: { x?: number; y?: number; ratio?: number }): void => {
    renderer.once('afterRender', () => {
      box.style.transform = '';
    });
    renderer.getCamera().setState(state);
  };
  const drop = ({ x, y }: { readonly x: number; readonly y: number }): void => {
    const [here, there] = [
      renderer.viewportToFramedGraph({ x: 0, y: 0 }),
      renderer.viewportToFramedGraph({ x, y }),
    ];
    const camera = renderer.getCamera().getState();
    look({ x: camera.x + here.x - there.x, y: camera.y + here.y - there.y });
  };
  const options = { capture: true, signal };
  box.addEventListener(
    'mousedown',
    (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      from = { x: event.clientX, y: event.clientY };
      dragged = false;
    },
    options,
  );
  addEventListener(
    'mousemove',
    ({ clientX, clientY, buttons }) => {
      if (from === null || buttons === 0) return;
      const [x, y] = [clientX - from.x, clientY - from.y];
      dragged ||= Math.hypot(x, y) >= MIN_DRAG_PX;
      if (dragged) box.style.transform = `translate(${x}px, ${y}px)`;
    },
    options,
  );
  addEventListener(
    'mouseup',
    ({ clientX, clientY }) => {
      if (from === null) return;
      const moved = { x: clientX - from.x, y: clientY - from.y };
      from = null;
      if (dragged) drop(moved);
    },
    options,
  );
  // What ends a drag picks nothing.
  box.addEventListener('click', (event) => dragged && event.stopPropagation(), options);
  box.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      const { left, top } = box.getBoundingClientRect();
      if (turned.by === 1) turned = { by: 1, x: event.clientX - left, y: event.clientY - top };
      turned.by *= event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP;
      box.style.transformOrigin = `${turned.x}px ${turned.y}px`;
      box.style.transform = `scale(${turned.by})`;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { by, ...target } = turned;
        turned = { by: 1, x: 0, y: 0 };
        const camera = renderer.getCamera();
        look(renderer.getViewportZoomedState(target, camera.getBoundedRatio(camera.ratio / by)));
      }, QUIET_MS);
    },
    { ...options, passive: false },
  );
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}
