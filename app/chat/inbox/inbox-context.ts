import { useOutletContext } from "@remix-run/react";
import type { Desk, Open } from "./inbox.server";

/** What the panels of the details get from the inbox around them. */
export type DeskContext = Pick<Desk, "me" | "zone" | "now"> & { open: Open | null };

export function useDeskContext(): DeskContext {
  return useOutletContext<DeskContext>();
}
