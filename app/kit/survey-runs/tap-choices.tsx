/** The buttons or the list of a message on WhatsApp, as they look on a phone. */
export function TapChoices({ label, titles, list }: { label: string; titles: readonly string[]; list: boolean }) {
  return (
    <ul aria-label={label} className={list ? "grid max-w-[46ch] gap-1" : "flex max-w-[46ch] flex-wrap gap-1"}>
      {titles.map((title) => (
        <li key={title} className="rounded border border-line px-3 py-1 text-sm text-brand wrap-anywhere">
          {title}
        </li>
      ))}
    </ul>
  );
}
