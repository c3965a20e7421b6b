import { type RefObject, useEffect } from "react";

/** Where a card was dropped: before or after another one, or at the end of its column. */
export type Dropped = { card: string; column: string; before?: string; after?: string };

/** The upper half of a card is the place before it, the lower half the one after it. */
export function dropSide(y: number, card: { top: number; height: number }): "before" | "after" {
  return y > card.top + card.height / 2 ? "after" : "before";
}

/**
 * Dragging as an enhancement of a board: its cards have `data-card`, its columns `data-column`. Keyboard and scriptless
 * use go by the forms of the cards; this only adds the pointer's way.
 * @param drawn changes when other cards are drawn
 */
export function useBoardDrag(ref: RefObject<HTMLElement>, drawn: string, onDrop: (dropped: Dropped) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards are the reason to begin anew
  useEffect(() => {
    const board = ref.current;
    if (!board) return;
    let stop: (() => void) | undefined;
    let gone = false;
    // Loaded apart: a board is read long before anything on it is dragged.
    const loaded = import("@atlaskit/pragmatic-drag-and-drop/element/adapter");
    // A part of the program that can't be had leaves the menus of the cards.
    loaded.then(attach).catch(() => undefined);
    function attach({ draggable, dropTargetForElements }: Awaited<typeof loaded>) {
      if (gone || !board) return;
      const cards = [...board.querySelectorAll<HTMLElement>("[data-card]")];
      const columns = [...board.querySelectorAll<HTMLElement>("[data-column]")];
      const cleanUps = [
        ...cards.map((element) =>
          draggable({
            element,
            getInitialData: () => ({ card: element.dataset.card }),
            onDragStart: () => element.setAttribute("data-dragged", ""),
            onDrop: () => element.removeAttribute("data-dragged"),
          }),
        ),
        ...cards.map((element) =>
          dropTargetForElements({
            element,
            getData: ({ input }) => ({
              side: dropSide(input.clientY, element.getBoundingClientRect()),
              beside: element.dataset.card,
            }),
            onDrag: ({ self, source }) => {
              if (source.element !== element) element.setAttribute("data-over", String(self.data.side));
            },
            onDragLeave: () => element.removeAttribute("data-over"),
            onDrop: () => element.removeAttribute("data-over"),
          }),
        ),
        ...columns.map((element) =>
          dropTargetForElements({
            element,
            getData: () => ({ column: element.dataset.column }),
            onDragEnter: () => element.setAttribute("data-over", ""),
            onDragLeave: () => element.removeAttribute("data-over"),
            onDrop: ({ source, location }) => {
              element.removeAttribute("data-over");
              const card = source.data.card;
              const { beside, side } = location.current.dropTargets.find(({ data }) => data.beside)?.data ?? {};
              const column = element.dataset.column;
              if (typeof card !== "string" || column === undefined || beside === card) return;
              const place = typeof beside !== "string" ? {} : side === "after" ? { after: beside } : { before: beside };
              onDrop({ card, column, ...place });
            },
          }),
        ),
      ];
      stop = () => {
        for (const cleanUp of cleanUps) cleanUp();
      };
    }
    return () => {
      gone = true;
      stop?.();
    };
  }, [drawn]);
}
