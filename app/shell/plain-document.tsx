import { UNSAFE_RemixContext, useMatches } from "@remix-run/react";
import { useContext } from "react";

/** The `handle` of a layout whose pages are plain documents: no program, no font, and a style sheet of their own. */
export const plainHandle = { plain: true };

export function isPlain(matches: readonly { handle: unknown }[]): boolean {
  return matches.some(({ handle }) => handle === plainHandle);
}

/** The style sheets of a plain document. Remix's own Links would add that of the application, which is the root's. */
export function PlainLinks() {
  const routes = useContext(UNSAFE_RemixContext)?.manifest.routes ?? {};
  const sheets = useMatches().flatMap(({ id }) => (id === "root" ? [] : (routes[id]?.css ?? [])));
  return (
    <>
      <link rel="icon" type="image/svg+xml" href="/mark.svg" />
      {sheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </>
  );
}
