import { type RefObject, useEffect } from "react";

/**
 * The controls of a call are replaced as it goes on. Focus that was in them stays in the phone: at what comes next
 * (`data-next`), else at the phone itself and not at a button, which a second press of the same key would press.
 */
export function useKeptFocus(ref: RefObject<HTMLElement>, isDrawn: boolean): void {
  useEffect(() => {
    const dock = ref.current;
    if (!isDrawn || !dock) return;
    let inside = false;
    /** The phone itself has it until what comes next is there: a wrap-up, once the server has said so. */
    let isWaiting = false;
    const onFocusIn = ({ target }: FocusEvent) => {
      inside = true;
      if (target !== dock) isWaiting = false;
    };
    // What is removed may be told as a loss of focus, too: only from what is still there it was taken by somebody.
    const onFocusOut = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && !dock.contains(document.activeElement)) inside = false;
      });
    const observer = new MutationObserver(() => {
      const now = document.activeElement;
      if (!inside || (now !== document.body && !(isWaiting && now === dock))) return;
      const next = [...dock.querySelectorAll<HTMLElement>("[data-next]")].find((one) => one.checkVisibility());
      isWaiting = next === undefined;
      (next ?? dock).focus();
    });
    dock.addEventListener("focusin", onFocusIn);
    dock.addEventListener("focusout", onFocusOut);
    observer.observe(dock, { childList: true, subtree: true });
    return () => {
      dock.removeEventListener("focusin", onFocusIn);
      dock.removeEventListener("focusout", onFocusOut);
      observer.disconnect();
    };
  }, [ref, isDrawn]);
}
