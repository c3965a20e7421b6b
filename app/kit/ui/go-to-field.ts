import type { MouseEvent } from "react";

/**
 * To the field without a new address: that is a navigation, after which the page has forgotten what the form's action
 * answered, with all other errors. Without script the link does it.
 */
export function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  for (let folded = field.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
    folded.open = true;
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
  if (!field.contains(document.activeElement))
    field.querySelector<HTMLElement>("input, select, textarea, button")?.focus({ preventScroll: true });
}
