import { useLocation } from "@remix-run/react";

/** Where the pages of a run are: under surveys, and under WhatsApp. */
export const runBases = ["/survey/configure/:id", "/whatsapp/inboxes/configure/:id"] as const;
export type RunBase = (typeof runBases)[number];

/** Under which of them the page is that is open. */
export function useRunBase(): RunBase {
  return useLocation().pathname.startsWith("/whatsapp/") ? "/whatsapp/inboxes/configure/:id" : "/survey/configure/:id";
}
