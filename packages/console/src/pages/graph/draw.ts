import { MultiDirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import Sigma from 'sigma';
import { NodePointProgram } from 'sigma/rendering';
import { type Colours, type Drawing, type DrawnNode, readColours, shortened } from './drawing.js';

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

/** The golden angle, as between the seeds of a sunflower: consecutive nodes are never in line. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Distance between nodes of one cluster, and around a cluster. */
const [GAP, MARGIN] = [1.2, 1.6];

export interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Initial positions: nodes linked to a named one surround it, and the clusters form a sunflower without overlap, the
 * largest in the middle. Deterministic. Linear in the links, apart from sorting the clusters.
 */
export function placeNodes({ nodes, from, to }: Drawing): Places {
  const [x, y] = [new Float64Array(nodes.length), new Float64Array(nodes.length)];
  const anchors = anchorsOf({ nodes, from, to });
  const sizes = new Int32Array(nodes.length);
  const alone: number[] = [];
  anchors.forEach((anchor, at) => {
    if (anchor === -1) alone.push(at);
    else sizes[anchor] = (sizes[anchor] ?? 0) + 1;
  });
  const radiusOf = (at: number): number => GAP * Math.sqrt((sizes[at] ?? 0) + 1);
  alone.sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  let area = 0;
  alone.forEach((at, place) => {
    const own = radiusOf(at);
    const away = place === 0 ? 0 : MARGIN * (Math.sqrt(area) + own);
    x[at] = away * Math.cos(place * GOLDEN_ANGLE);
    y[at] = away * Math.sin(place * GOLDEN_ANGLE);
    area += own * own;
  });
  const around = new Int32Array(nodes.length);
  anchors.forEach((anchor, at) => {
    if (anchor === -1) return;
    const place = (around[anchor] = (around[anchor] ?? 0) + 1);
    const away = GAP * Math.sqrt(place);
    x[at] = (x[anchor] ?? 0) + away * Math.cos(place * GOLDEN_ANGLE);
    y[at] = (y[anchor] ?? 0) + away * Math.sin(place * GOLDEN_ANGLE);
  });
  return { x, y };
}

/** For each node without a name, its neighbour with a name that has the fewest links: hubs would collect everything. */
function anchorsOf({ nodes, from, to }: Pick<Drawing, 'nodes' | 'from' | 'to'>): Int32Array {
  const anchors = new Int32Array(nodes.length).fill(-1);
  const hang = (leaf: number, on: number): void => {
    if (nodes[leaf]?.name !== null || nodes[on]?.name === null) return;
    const held = anchors[leaf] ?? -1;
    if (held === -1 || (nodes[on]?.links ?? 0) < (nodes[held]?.links ?? 0)) anchors[leaf] = on;
  };
  from.forEach((start, at) => {
    const end = to[at] ?? 0;
    hang(start, end);
    hang(end, start);
  });
  return anchors;
}

/** A picture, until disposed of. */
export interface Drawn {
  /** Selects a node, or none. */
  mark(place: number | null): void;
  /** The nearest node in a direction on the screen, from the given one; without one, that with most links. */
  towards(direction: Direction, from: number | null): number | null;
  zoom(by: 'in' | 'out' | 'all'): void;
  end(): void;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const STEPS: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};
/** Above this many nodes, the layout stays as placed and neighbours are not highlighted: either would stutter. */
const MAX_MOVING = 4_000;
const ITERATIONS = 220;
/** Milliseconds of each 16 ms frame spent on the layout. */
const FRAME_MS = 9;
const [SMALLEST, LARGEST] = [2.2, 15];
/** Up to this many links are drawn with arrows. */
const MAX_ARROWS = 1_200;
/** Up to this many links are labelled. */
const MAX_LABELLED_LINKS = 40;
const MAX_LABEL = 34;
const MAX_LINKS_WHILE_MOVING = 8_000;

/** Draws nodes and links, runs the force layout, and reports which node was picked. Throws where WebGL is missing. */
export function draw(
  box: HTMLElement,
  drawing: Drawing,
  pick: (place: number | null) => void,
): Drawn {
  const colours = readColours(box);
  const graph = graphOf(drawing, colours);
  const few = graph.order <= MAX_MOVING;
  let marked: string | null = null;
  let near: ReadonlySet<string> = new Set();
  const renderer = new Sigma(graph, box, {
    labelColor: { color: colours.ink },
    labelFont: 'system-ui, sans-serif',
    labelSize: 12,
    labelDensity: 0.6,
    labelRenderedSizeThreshold: few ? 5 : 7,
    renderEdgeLabels: graph.size <= MAX_LABELLED_LINKS,
    edgeLabelColor: { color: colours.muted },
    edgeLabelFont: 'system-ui, sans-serif',
    edgeLabelSize: 11,
    defaultEdgeType: graph.size <= MAX_ARROWS ? 'arrow' : 'line',
    hideEdgesOnMove: graph.size > MAX_LINKS_WHILE_MOVING,
    hideLabelsOnMove: !few,
    // A point has one vertex, a circle three.
    ...(!few && { nodeProgramClasses: { point: NodePointProgram }, defaultNodeType: 'point' }),
    minCameraRatio: 0.005,
    maxCameraRatio: 3,
    stagePadding: 40,
    // The box has no size before its tab is shown.
    allowInvalidContainer: true,
    defaultDrawNodeHover: (context, data) => drawName(context, data, colours),
    ...(few && {
      nodeReducer: (node, data) =>
        marked === null || node === marked || near.has(node)
          ? { ...data, ...(node === marked && { highlighted: true, zIndex: 1 }) }
          : { ...data, color: colours.link, label: null },
      edgeReducer: (edge, data) =>
        marked === null || graph.hasExtremity(edge, marked)
          ? marked === null
            ? data
            : { ...data, color: colours.ink, size: 1.4 }
          : { ...data, hidden: true },
    }),
  });
  renderer.on('clickNode', ({ node }) => pick(Number(node)));
  renderer.on('clickStage', () => pick(null));
  const stop = few ? runLayout(graph) : moveAsPicture(renderer, box);
  return {
    mark: (place) => {
      const next = place === null || !graph.hasNode(String(place)) ? null : String(place);
      if (!few && marked !== null) graph.setNodeAttribute(marked, 'highlighted', false);
      if (!few && next !== null) graph.setNodeAttribute(next, 'highlighted', true);
      marked = next;
      near = few && next !== null ? new Set(graph.neighbors(next)) : new Set();
      if (few) renderer.refresh({ skipIndexation: true });
      if (next !== null) bringIntoView(renderer, next);
    },
    towards: (direction, from) => nearestTo(renderer, graph, STEPS[direction], from),
    zoom: (by) => {
      const camera = renderer.getCamera();
      if (by === 'all') void camera.animatedReset();
      else if (by === 'in') void camera.animatedZoom();
      else void camera.animatedUnzoom();
    },
    end: () => {
      stop();
      renderer.kill();
    },
  };
}

function graphOf(drawing: Drawing, colours: Colours): MultiDirectedGraph {
  const graph = new MultiDirectedGraph();
  const places = placeNodes(drawing);
  const few = drawing.from.length <= MAX_ARROWS;
  const told = drawing.from.length <= MAX_LABELLED_LINKS;
  const most = Math.max(1, ...drawing.nodes.slice(0, 50).map(({ links }) => links));
  drawing.nodes.forEach((node, at) => {
    graph.addNode(String(at), {
      x: places.x[at],
      y: places.y[at],
      size: sizeOf(node, most, drawing.nodes.length),
      color: node.past ? colours.past : colours.of(node.kind),
      label: node.name === null ? null : shortened(node.name, MAX_LABEL),
    });
  });
  drawing.from.forEach((from, at) => {
    const to = drawing.to[at] ?? 0;
    if (from === to) return;
    const color = drawing.past.has(at) ? colours.pastLink : few ? colours.fewLinks : colours.link;
    graph.addEdge(String(from), String(to), {
      size: few ? 1.6 : 0.8,
      color,
      ...(told && { label: (drawing.roles[at] ?? '').replaceAll('_', ' ') }),
    });
  });
  return graph;
}

/** The CommonJS module is its own default, contrary to its types. */
const layout = forceAtlas2 as unknown as typeof forceAtlas2.default;

/** Runs a few iterations per frame, so that the page stays responsive. */
function runLayout(graph: MultiDirectedGraph): () => void {
  const settings = {
    ...layout.inferSettings(graph),
    barnesHutOptimize: graph.order > 300,
    adjustSizes: graph.order <= 300,
  };
  let [done, frame] = [0, 0];
  const step = (): void => {
    const began = performance.now();
    while (done < ITERATIONS && performance.now() - began < FRAME_MS) {
      layout.assign(graph, { iterations: 1, settings });
      done++;
    }
    if (done < ITERATIONS) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

function sizeOf({ links, kind }: DrawnNode, most: number, nodes: number): number {
  const crowd = nodes > 5_000 ? 0.5 : 1;
  const share = Math.min(1, Math.sqrt(links / most));
  return crowd * (SMALLEST + (LARGEST - SMALLEST) * share * (kind === 'context' ? 0.5 : 1));
}

/** Draws the label of a selected or hovered node on the page's background. */
function drawName(
  context: CanvasRenderingContext2D,
  { x, y, size, label }: { x: number; y: number; size: number; label?: string | null },
  colours: Colours,
): void {
  context.strokeStyle = colours.ink;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, size + 2, 0, 2 * Math.PI);
  context.stroke();
  if (label === null || label === undefined) return;
  context.font = '600 12px system-ui, sans-serif';
  const width = context.measureText(label).width;
  context.fillStyle = colours.ground;
  context.fillRect(x + size + 5, y - 10, width + 10, 20);
  context.fillStyle = colours.ink;
  context.fillText(label, x + size + 10, y + 4);
}

/** Moves the camera where a node selected by keyboard or table is outside. */
function bringIntoView(renderer: Sigma, node: string): void {
  const shown = renderer.getNodeDisplayData(node);
  if (shown === undefined) return;
  const { x, y } = renderer.framedGraphToViewport(shown);
  const { width, height } = renderer.getDimensions();
  if (x > 20 && y > 20 && x < width - 20 && y < height - 20) return;
  void renderer.getCamera().animate({ x: shown.x, y: shown.y }, { duration: 200 });
}

function nearestTo(
  renderer: Sigma,
  graph: MultiDirectedGraph,
  [right, down]: readonly [number, number],
  from: number | null,
): number | null {
  if (graph.order === 0) return null;
  if (from === null) return 0;
  const here = viewportOf(renderer, String(from));
  let best: number | null = null;
  let least = Infinity;
  graph.forEachNode((node) => {
    const { x, y } = viewportOf(renderer, node);
    const ahead = (x - here.x) * right + (y - here.y) * down;
    if (ahead <= 0.5) return;
    const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
    // Prefer a node straight ahead to a nearer one at the side.
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [Number(node), far];
  });
  return best;
}

function viewportOf(renderer: Sigma, node: string): { readonly x: number; readonly y: number } {
  const shown = renderer.getNodeDisplayData(node);
  return shown === undefined ? { x: 0, y: 0 } : renderer.framedGraphToViewport(shown);
}
