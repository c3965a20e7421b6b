type ShownLine = { name: string /** Quantity, price and what else a line has. */; detail: string; amount: string };

/** The lines of a quote or a sale. They have no identity, and are read whole. */
export function LineList({ lines, className = "" }: { lines: readonly ShownLine[]; className?: string }) {
  return (
    <ul className={`divide-y divide-line border-line ${className}`} aria-label="Lines">
      {lines.map(({ name, detail, amount }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves
        <li key={place} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{name}</span>
          <span className="num text-sm text-quiet">{detail}</span>
          <span className="num ml-auto">{amount}</span>
        </li>
      ))}
    </ul>
  );
}
