/** Pixels between the tooltip and what it points at (R024). */
export const tourOffset = 20;
/** Pixels that the tooltip keeps from the window's edges. */
const edge = 16;

/** The step after a move: next or prev, and never beyond the ends. Any other direction is refused (specification 1 §5). */
export function stepAfter(at: number, direction: string, count: number): number {
  if (direction !== "next" && direction !== "prev") throw new Error("direction must be next or prev");
  return Math.min(count - 1, Math.max(0, at + (direction === "next" ? 1 : -1)));
}

type Box = { left: number; top: number; right: number; bottom: number };
type Size = { width: number; height: number };

/** The room that is made for the tooltip below its target, so that it covers nothing that is filled in there. */
export const roomFor = (tip: Size) => tip.height + 2 * tourOffset;

/** Where the tooltip stands: 20 px below its target, in the room that was made there; without one in the middle. */
export function besideTarget(target: Box | undefined, tip: Size, window: Size): { left: number; top: number } {
  const within = (at: number, size: number, room: number) => Math.max(edge, Math.min(at, room - size - edge));
  if (!target)
    return {
      left: within((window.width - tip.width) / 2, tip.width, window.width),
      top: within((window.height - tip.height) / 2, tip.height, window.height),
    };
  return { left: within(target.left, tip.width, window.width), top: target.bottom + tourOffset };
}
