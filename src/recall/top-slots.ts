/** The `k` slots of highest score among `slots`, best first, ties to the lower slot. A bounded heap: O(n log k). */
export function topSlots(slots: ArrayLike<number>, count: number, scores: ArrayLike<number>, k: number): number[] {
  const heap: number[] = [];
  const worse = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference === 0 ? a > b : difference < 0;
  };
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0;
    // Most slots fall short of the worst that is kept; they are told by one comparison.
    if (heap.length === k && (scores[slot] ?? 0) < (scores[heap[0] ?? 0] ?? 0)) continue;
    if (heap.length < k) {
      heap.push(slot);
      siftUp(heap, worse);
    } else if (k > 0 && worse(heap[0] ?? 0, slot)) {
      heap[0] = slot;
      siftDown(heap, worse);
    }
  }
  return heap.sort((a, b) => (worse(a, b) ? 1 : -1));
}

type Worse = (a: number, b: number) => boolean;

function siftUp(heap: number[], worse: Worse): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!worse(heap[at] ?? 0, heap[parent] ?? 0)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function siftDown(heap: number[], worse: Worse): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const child = right < heap.length && worse(heap[right] ?? 0, heap[left] ?? 0) ? right : left;
    if (!worse(heap[child] ?? 0, heap[at] ?? 0)) return;
    swap(heap, at, child);
    at = child;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a] ?? 0;
  heap[a] = heap[b] ?? 0;
  heap[b] = kept;
}
