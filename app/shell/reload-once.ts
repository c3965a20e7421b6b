import { brand } from "../../rules/brand";

/** Milliseconds in which a page reloads itself at most once (specification 1, section 9: reload guard 60000 ms). */
export const reloadGuard = 60_000;

const key = `${brand.slug}.reloaded`;

/**
 * Whether a page that failed to load a part of itself may reload now. Both are milliseconds since 1970; a stamp from
 * more than a minute ahead is a clock that was put back, and counts as old.
 */
export function mayReload(last: number | null, now: number): boolean {
  if (last === null || !Number.isFinite(last)) return true;
  return Math.abs(now - last) >= reloadGuard;
}

/* The words of Chromium, Firefox, Safari and vite for the same thing: a file of an older build that is gone. */
const words =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|ChunkLoadError|Loading chunk .+ failed/i;

/** Whether an error says that a part of the program could not be loaded. */
export function isChunkFailure(error: unknown): boolean {
  return words.test(error instanceof Error ? `${error.name} ${error.message}` : String(error));
}

/** Reloads unless it did so within the last minute; says whether it does. Without storage it never reloads: a loop is worse. */
export function reloadOnce(now: number, storage: () => Storage, reload: () => void): boolean {
  try {
    const stamp = storage().getItem(key);
    if (!mayReload(stamp === null ? null : Number(stamp), now)) return false;
    storage().setItem(key, String(now));
  } catch {
    return false;
  }
  reload();
  return true;
}

/** Watches for parts that fail to load after a new release. Called once, from entry.client; answers how to stop. */
export function watchChunks(page: Window = window): () => void {
  function tryReload(): boolean {
    // Offline, a reload would only lose what is on the screen.
    if (!page.navigator.onLine) return false;
    // It would end a telephone call (app/shell/phone).
    if (page.document.querySelector("[data-in-call]")) return false;
    return reloadOnce(
      Date.now(),
      () => page.sessionStorage,
      () => page.location.reload(),
    );
  }
  function onPreload(event: Event) {
    if (tryReload()) event.preventDefault();
  }
  function onRejection(event: PromiseRejectionEvent) {
    if (isChunkFailure(event.reason) && tryReload()) event.preventDefault();
  }
  function onError(event: ErrorEvent) {
    if (isChunkFailure(event.error ?? event.message)) tryReload();
  }
  page.addEventListener("vite:preloadError", onPreload);
  page.addEventListener("unhandledrejection", onRejection);
  page.addEventListener("error", onError);
  return () => {
    page.removeEventListener("vite:preloadError", onPreload);
    page.removeEventListener("unhandledrejection", onRejection);
    page.removeEventListener("error", onError);
  };
}
