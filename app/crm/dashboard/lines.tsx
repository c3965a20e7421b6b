import { LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../kit/ui/empty-state";
import { Link } from "../../kit/ui/link";

/** A figure as it is written, with the list that has what it counts. */
type LineCell = string | { text: string; to?: string };

type DashboardLine = {
  key: string;
  /** What the line is called for those who hear its link alone. */
  name: string;
  label: ReactNode;
  /** The last one is the line's main figure. */
  cells: readonly LineCell[];
};

const mainPlace = "font-medium max-sm:order-2";
const places = [
  "text-sm text-quiet max-sm:order-3 max-sm:text-left",
  "text-sm max-sm:order-4",
  "text-sm max-sm:order-5 max-sm:text-left",
];

/** The lines of a card: what they are about, two or three figures and the main one. */
export function Lines({ lines, empty }: { lines: readonly DashboardLine[]; empty: string }) {
  if (lines.length === 0) return <EmptyState icon={LayoutDashboard} title="Nothing yet" text={empty} />;
  return (
    <ul
      className={`divide-y divide-line sm:grid ${
        lines.some(({ cells }) => cells.length > 3)
          ? "sm:grid-cols-[minmax(8rem,1fr)_auto_auto_auto_auto]"
          : "sm:grid-cols-[minmax(8rem,1fr)_auto_auto_auto]"
      }`}
    >
      {lines.map(({ key, name, label, cells }) => (
        <li
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 px-4 py-2.5 sm:col-span-full sm:grid-cols-subgrid"
        >
          <span className="min-w-0 wrap-anywhere [&>.state]:whitespace-normal">{label}</span>
          {cells.map((cell, index) => {
            const place = index === cells.length - 1 ? mainPlace : places[index];
            return (
              <span key={place} className={`num text-right ${place}`}>
                <LineFigure cell={cell} name={name} />
              </span>
            );
          })}
        </li>
      ))}
    </ul>
  );
}

function LineFigure({ cell, name }: { cell: LineCell; name: string }) {
  if (typeof cell === "string") return cell;
  if (cell.to === undefined) return cell.text;
  return (
    <Link className="link" to={cell.to}>
      {cell.text}
      <span className="sr-only">: {name}</span>
    </Link>
  );
}
