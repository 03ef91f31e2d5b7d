import type Sigma from 'sigma';

/** After the last turn of the wheel it is drawn anew so much later. */
const QUIET_MS = 140;
/** A hand that shakes does not drag. */
const MIN_DRAG_PX = 4;
const ZOOM_STEP = 1.25;

/** What both need: the picture, and how it is drawn from another place. */
interface Picture {
  readonly renderer: Sigma;
  readonly box: HTMLElement;
  /** The picture stays as it was moved until that is done. */
  readonly look: (state: { x?: number; y?: number; ratio?: number }) => void;
  readonly signal: AbortSignal;
}

/**
 * Lets the mouse move and zoom what was drawn as a picture, which costs nothing however many nodes there are, and has it drawn anew when
 * it is let go. Fingers and keys are the renderer's own. Gives what ends it.
 */
export function moveAsPicture(renderer: Sigma, box: HTMLElement): () => void {
  const ended = new AbortController();
  const look: Picture['look'] = (state) => {
    renderer.once('afterRender', () => {
      box.style.transform = '';
    });
    renderer.getCamera().setState(state);
  };
  const picture = { renderer, box, look, signal: ended.signal };
  dragBy(picture);
  zoomBy(picture);
  return () => ended.abort();
}

function dragBy({ renderer, box, look, signal }: Picture): void {
  const options = { capture: true, signal };
  let from: { readonly x: number; readonly y: number } | null = null;
  let dragged = false;
  const down = (event: MouseEvent): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    from = { x: event.clientX, y: event.clientY };
    dragged = false;
  };
  const move = ({ clientX, clientY, buttons }: MouseEvent): void => {
    if (from === null || buttons === 0) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    dragged ||= Math.hypot(x, y) >= MIN_DRAG_PX;
    if (dragged) box.style.transform = `translate(${x}px, ${y}px)`;
  };
  const drop = ({ clientX, clientY }: MouseEvent): void => {
    if (from === null) return;
    const here = renderer.viewportToFramedGraph({ x: 0, y: 0 });
    const there = renderer.viewportToFramedGraph({ x: clientX - from.x, y: clientY - from.y });
    from = null;
    const camera = renderer.getCamera().getState();
    if (dragged) look({ x: camera.x + here.x - there.x, y: camera.y + here.y - there.y });
  };
  box.addEventListener('mousedown', down, options);
  addEventListener('mousemove', move, options);
  addEventListener('mouseup', drop, options);
  // What ends a drag picks nothing.
  box.addEventListener('click', (event) => dragged && event.stopPropagation(), options);
}

function zoomBy({ renderer, box, look, signal }: Picture): void {
  let turned = { by: 1, x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = (): void => {
    const { by, ...target } = turned;
    turned = { by: 1, x: 0, y: 0 };
    const camera = renderer.getCamera();
    look(renderer.getViewportZoomedState(target, camera.getBoundedRatio(camera.ratio / by)));
  };
  const turn = (event: WheelEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const { left, top } = box.getBoundingClientRect();
    if (turned.by === 1) turned = { by: 1, x: event.clientX - left, y: event.clientY - top };
    turned.by *= event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP;
    box.style.transformOrigin = `${turned.x}px ${turned.y}px`;
    box.style.transform = `scale(${turned.by})`;
    clearTimeout(timer);
    timer = setTimeout(settle, QUIET_MS);
  };
  box.addEventListener('wheel', turn, { capture: true, passive: false, signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}
