import type { ReactNode, RefObject } from "react";

type BoardProps = {
  /** What it is called for those who do not see it. */
  label: string;
  /** The columns, for `useBoardDrag`. */
  columns: RefObject<HTMLUListElement>;
  /** A card is being moved. */
  busy: boolean;
  children: ReactNode;
};

/** Columns beside one another; on a phone one at a time, with the next in sight. Its children are `BoardColumn`s. */
export function Board({ label, columns, busy, children }: BoardProps) {
  return (
    <section
      className="relative -mx-4 snap-x scroll-px-4 overflow-x-auto px-4 pb-2 md:mx-0 md:px-0"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-busy={busy}
    >
      <ul ref={columns} className="flex min-w-max gap-3 md:min-w-0">
        {children}
      </ul>
    </section>
  );
}

type BoardColumnProps = {
  id: number;
  /** The heading. */
  head: ReactNode;
  /** Cards as list items with `data-card`. */
  cards: readonly ReactNode[];
  /** What is said where there are none. */
  empty: string;
  /** Under the cards: the way to those that are not shown. */
  foot?: ReactNode;
};

export function BoardColumn({ id, head, cards, empty, foot }: BoardColumnProps) {
  return (
    <li
      data-column={id}
      className="flex w-[calc(100vw-56px)] max-w-80 shrink-0 snap-start flex-col gap-2 rounded pb-4 data-[over]:bg-raised md:w-auto md:min-w-52 md:flex-1 md:shrink"
    >
      {head}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">{cards}</ul>
      {cards.length === 0 && <p className="px-1 text-sm text-quiet">{empty}</p>}
      {foot}
    </li>
  );
}
