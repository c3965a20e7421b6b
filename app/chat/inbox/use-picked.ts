import { useCallback, useEffect, useState } from "react";
import type { Contact } from "../../../services/chat/contract.schemas";
import type { InboxData } from "./inbox.server";

/** Which conversations of the list are selected: those that the address names, then what is ticked. */
export function usePicked({ select, ids }: Pick<InboxData["search"], "select" | "ids">, rows: readonly Contact[]) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(() => new Set(ids));
  useEffect(() => {
    if (select === undefined) setPicked(new Set());
  }, [select]);
  const pick = useCallback((id: number, on: boolean) => {
    setPicked((had) => {
      const next = new Set(had);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const pickAll = (on: boolean) => setPicked(new Set(on ? rows.map(({ contact_id }) => contact_id) : []));
  return { picked, pick, pickAll };
}
