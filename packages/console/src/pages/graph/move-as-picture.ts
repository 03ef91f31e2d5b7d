import type Sigma from 'sigma';

/** Delay between the last turn of the wheel and drawing again. */
const QUIET_MS = 140;
/** Movements below this are no drag. */
const MIN_DRAG_PX = 4;
const ZOOM_STEP = 1.25;

/** The picture and its camera. */
interface Picture {
  readonly renderer: Sigma;
  readonly box: HTMLElement;
  /** Changes the camera; the moved picture stays until that is drawn. */
  readonly look: (state: { x?: number; y?: number; ratio?: number }) => void;
  readonly signal: AbortSignal;
}

/**
 * Moves and zooms with the mouse by transforming the drawn picture, which costs nothing however many nodes there are,
 * and draws again on release. Touch and keys are left to the renderer. Returns a function that ends it.
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
  // The end of a drag is no click on a node.
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
