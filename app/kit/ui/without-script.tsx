import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";

/**
 * Class of what only those without script need. A browser with script never shows it, so nothing on the page moves when
 * its program arrives: whoever presses a link at that moment would miss it. A browser that does not know the media
 * feature `scripting` shows it until then.
 */
export function useWithoutScript(): string {
  return useHydrated() ? "hidden!" : "[@media(scripting:enabled)]:hidden";
}

/**
 * Class of what works with script only: its place is kept from the start, and it is shown when it works. Without script
 * it is left out.
 */
export function useWithScript(): string {
  return useHydrated() ? "" : "invisible [@media(scripting:none)]:hidden";
}

/** What only those without script need, see `useWithoutScript`; with `when` it is shown to the others too. */
export function WithoutScript({ when = false, children }: { when?: boolean; children: ReactNode }) {
  const hydrated = useHydrated();
  if (hydrated && !when) return null;
  return <div className={when ? "contents" : "contents [@media(scripting:enabled)]:hidden"}>{children}</div>;
}

/** What works with script only, see `useWithScript`. */
export function WithScript({ children }: { children: ReactNode }) {
  return <div className={`contents ${useWithScript()}`}>{children}</div>;
}
