import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/**
 * A `<details>` that lies over the page works without script; with it, it also shuts on Escape (the focus goes back to
 * its summary), on a press outside, and when the page changes. Opens upwards (`data-up`) where there is no room below.
 */
export function useDismissable(ref: RefObject<HTMLDetailsElement>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is the reason to shut
  useEffect(() => {
    ref.current?.removeAttribute("open");
  }, [key, ref]);
  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || !details?.open) return;
      event.stopPropagation();
      event.preventDefault();
      details.open = false;
      details.querySelector("summary")?.focus();
    }
    function onPress(event: PointerEvent) {
      if (details?.open && event.target instanceof Node && !details.contains(event.target)) details.open = false;
    }
    function onToggle() {
      if (!details) return;
      details.removeAttribute("data-up");
      const layer = details.open ? details.querySelector(":scope > .menu") : null;
      if (layer && layer.getBoundingClientRect().bottom > window.innerHeight) details.setAttribute("data-up", "");
    }
    details.addEventListener("keydown", onKey);
    details.addEventListener("toggle", onToggle);
    document.addEventListener("pointerdown", onPress);
    return () => {
      details.removeEventListener("keydown", onKey);
      details.removeEventListener("toggle", onToggle);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [ref]);
}
