import type { ReactNode } from "react";

/** A few rows of something, in a box that scrolls both ways. @param children the rows, as `<tr>` */
export function SampleTable({
  label,
  heads,
  children,
}: {
  label: string;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    <section
      className="list-box max-h-96 overflow-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe scrollable-region-focusable)
      tabIndex={0}
      aria-label={label}
    >
      <table className="list">
        <thead>
          <tr>
            {heads.map((head, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have one heading
              <th key={place} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
