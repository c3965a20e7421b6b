import { z } from "zod";
import { outboundCalls } from "../../services/voice/contract.outbound";
import { list } from "../kit/lists/definition";
import { targetColumns } from "./outbound/target-labels";

/** Numbers that are not called: wrong, not to be called, or put here by an agent. */
export const trashList = list({
  path: "/voice/outbound/dashboard/trash",
  file: "numbers-in-the-trash",
  noun: ["number", "numbers"],
  search: z.object(outboundCalls.groupContacts.query.omit({ state: true }).shape),
  find: "Phone number",
  rows: ({ api }, query) => api.voice.groupContacts({ params: { id: 0 }, query: { ...query, state: "trash" } }),
  columns: ({ zone }) => targetColumns(zone).filter(({ name }) => name !== "state"),
  id: ({ id }) => String(id),
});
