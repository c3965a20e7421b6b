import { useNavigate } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { MouseEvent, ReactNode, SyntheticEvent } from "react";
import { Link } from "./link";

export type Column<Row> = {
  name: string;
  label: string;
  /** In the head in place of the label. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  align?: "right";
  /** The one elastic column: it is cut with dots when the others need the room. */
  wide?: boolean;
  muted?: boolean;
  /** Figures of one width each. A class of the cell and no element in it, as is `clip`: a page has hundreds of cells. */
  num?: boolean;
  /** No wider than 12 rem; the rest is dots. */
  clip?: boolean;
  /** Left out while the window is no wider than 1535 px: a list of many columns keeps them in sight without it. */
  spare?: boolean;
  /** As a card (under 640 px): left out. */
  hideOnSmall?: boolean;
  /** As a card: in the right half. */
  alignEnd?: boolean;
  /** As a card: the words before the value ("KES"), the words after it ("recipients"), and the place among the cells. */
  cardLabel?: string;
  cardUnit?: string;
  mobileOrder?: 1 | 2 | 3 | 4 | 5 | 6;
  /** The head is a link that sorts. */
  sort?: { to: string; now?: "ascending" | "descending" };
};

type TableProps<Row> = {
  /** What the rows are, for those who do not see the title. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  id: (row: Row) => string;
  /** At the end of each row: a link, or a RowMenu. */
  action?: (row: Row) => ReactNode;
  chosen?: (row: Row) => boolean;
};

/** Short, and styled in table.css: a page has hundreds of cells, and every one of them says its names. */
function names<Row>(column: Column<Row>): string {
  const parts: string[] = [];
  if (column.align === "right") parts.push("r");
  if (column.wide) parts.push("wide");
  if (column.muted) parts.push("q");
  if (column.spare) parts.push("spare");
  if (column.num) parts.push("num");
  if (column.clip) parts.push("clip");
  return parts.join(" ");
}

function cardNames<Row>(column: Column<Row>): string {
  if (column.hideOnSmall) return "drop";
  return [column.alignEnd ? "end" : "", column.mobileOrder ? `o${column.mobileOrder}` : ""].join(" ");
}

function Head<Row>({ column }: { column: Column<Row> }) {
  const { sort } = column;
  const Arrow = sort?.now === "ascending" ? ArrowUp : ArrowDown;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see Table
    <th role="columnheader" scope="col" className={names(column)} aria-sort={sort?.now}>
      {sort ? (
        <Link to={sort.to} preventScrollReset>
          {column.label}
          {sort.now && <Arrow size={12} strokeWidth={2} aria-hidden="true" />}
        </Link>
      ) : (
        (column.head ?? column.label)
      )}
    </th>
  );
}

/**
 * Rows of the same kind. The roles are written out because a table drawn as cards (`display: grid`) would lose them.
 */
export function Table<Row>({ label, columns, rows, id, action, chosen }: TableProps<Row>) {
  const navigate = useNavigate();
  // Found once for the column and not once for the cell: a page of fifty rows has hundreds of cells.
  const cells = columns.map((column) => ({
    column,
    className: `${names(column)} ${cardNames(column)}`.trim() || undefined,
  }));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too
    <section
      className="list-box"
      aria-label={`${label}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe scrollable-region-focusable)
      tabIndex={0}
      onClick={(event) => {
        const to = rowOpened(event);
        if (to === undefined) return;
        event.preventDefault();
        navigate(to);
      }}
      onPointerOver={learn}
      onFocus={learn}
    >
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      <table className="list list-cards" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.name} column={column} />
            ))}
            {action && (
              <th role="columnheader" scope="col" className="act">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={id(row)} role="row" data-chosen={chosen?.(row) || undefined}>
              {cells.map(({ column, className }) => (
                <td
                  key={column.name}
                  role="cell"
                  className={className}
                  data-label={column.cardLabel}
                  data-unit={column.cardUnit}
                >
                  {column.cell(row)}
                </td>
              ))}
              {action && (
                <td role="cell" className="act">
                  {action(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  );
}

/**
 * The name in the first column, which opens the row. A plain link: the table follows it without a new document, for
 * all its rows at once. Fifty of Remix's own links are a fifth of the page's time on the server.
 * @param to an absolute path
 */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className="name" data-row="">
      {children}
    </a>
  );
}

function rowLink(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest("a.name[data-row]") : null;
}

/**
 * Remix finds a row's route out when it is pointed at. All rows at once are more addresses than one request may name
 * (front/bounds.ts), and then it would know none of the page's links.
 */
function learn({ target }: SyntheticEvent<HTMLElement>): void {
  rowLink(target)?.setAttribute("data-discover", "true");
}

/** The row that a click opens here; undefined when the browser itself is to act (a new tab, a chosen text). */
function rowOpened(event: MouseEvent<HTMLElement>): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  return rowLink(event.target)?.getAttribute("href") ?? undefined;
}
