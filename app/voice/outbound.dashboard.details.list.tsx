import { z } from "zod";
import { targetStates } from "../../rules/outbound";
import { outboundCalls } from "../../services/voice/contract.outbound";
import { list } from "../kit/lists/definition";
import { loadGroups } from "./outbound/groups";
import { targetColumns, targetWords } from "./outbound/target-labels";

/** The numbers of all lists, and what became of each. */
export const targetList = list({
  path: "/voice/outbound/dashboard/details",
  file: "numbers-to-call",
  noun: ["number", "numbers"],
  search: z.object(outboundCalls.groupContacts.query.shape),
  find: "Phone number",
  facts: async (asked) => ({ groups: await loadGroups(asked) }),
  rows: ({ api }, query) => api.voice.groupContacts({ params: { id: 0 }, query }),
  filters: ({ groups }) => [
    {
      ...{ name: "state", label: "State" },
      choices: targetStates.map((value) => ({ value, label: targetWords[value].word })),
    },
    { name: "group", label: "List", choices: groups.map(({ id, name }) => ({ value: String(id), label: name })) },
  ],
  columns: ({ zone }) => targetColumns(zone),
  id: ({ id }) => String(id),
});
