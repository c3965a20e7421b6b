import { phoneStore, type WrapUp } from "./phone-store";

/**
 * Keeps a wrap-up that was begun for this tab, so that a reload does not lose its note. It is dropped when the wrap-up
 * is saved or closed.
 * @param owner whose phone it is: another person in the same tab finds nothing
 */
export function createWrapUpDraft(owner: string) {
  const key = ["draft", owner, "wrap-up"].join(" ");
  let shown = phoneStore.get().wrapUp;
  const stop = phoneStore.watch(() => {
    const { wrapUp } = phoneStore.get();
    if (wrapUp === shown) return;
    if (wrapUp?.draft) store(key, wrapUp);
    else if (shown) store(key, undefined);
    shown = wrapUp;
  });
  return { stop, kept: () => phoneStore.get().wrapUp ?? stored(key) };
}

/** Session storage can be refused: then the note lives as long as its page. */
function stored(key: string): WrapUp | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function store(key: string, wrapUp: WrapUp | undefined): void {
  try {
    if (wrapUp) sessionStorage.setItem(key, JSON.stringify(wrapUp));
    else sessionStorage.removeItem(key);
  } catch {
    return;
  }
}
