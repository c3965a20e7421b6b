const gap = 4;
const edge = 8;

/** Below a box, or above it where there is no room below; within the window. On a phone the style sheet places it. */
export function placeBeside(dialog: HTMLElement, box: Element): void {
  dialog.style.removeProperty("inset");
  if (window.matchMedia("(max-width: 639px)").matches) return;
  const { left, top, bottom } = box.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const { innerWidth, innerHeight } = window;
  const below = bottom + gap;
  const above = top - gap - height;
  const wanted = below + height + edge <= innerHeight || above < edge ? below : above;
  const down = Math.max(edge, Math.min(wanted, innerHeight - height - edge));
  const across = Math.max(edge, Math.min(left, innerWidth - width - edge));
  dialog.style.inset = `${down}px auto auto ${across}px`;
}

/** Keeps Escape inside: what lies behind would shut with it. Returns the way to end that. */
export function stopEscape(dialog: HTMLElement): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") event.stopPropagation();
  };
  dialog.addEventListener("keydown", onKey);
  return () => dialog.removeEventListener("keydown", onKey);
}
