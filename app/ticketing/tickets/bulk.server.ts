import { z } from "zod";
import { returnPath } from "../../../rules/return-path";
import { statuses } from "../../../rules/ticket-labels";
import type { BulkChange } from "../../../services/ticketing/contract.forms";
import { href } from "../../href";
import { undoName, undoValue } from "../../kit/lists/query";
import { type Admitted, done, expectStatus, type FormRequest } from "../../shell/page.server";
import { loadChoices } from "../kit/choices.server";
import { howMany } from "../kit/labels";

const path = "/ticketing/tickets/bulk";
const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const chosen = number.optional().catch(undefined);

const fields = {
  status: z.enum(statuses).optional().catch(undefined),
  stage_id: chosen,
  priority_id: chosen,
  type_id: chosen,
  disposition_id: chosen,
  add_member: z.string().max(64).optional().catch(undefined),
  add_group: chosen,
};
const Fields = z.object(fields);

export const BulkForm = z.object({
  intent: z.enum(["change", "delete", "undo"]),
  ids: z.array(number).min(1, "Select at least one ticket.").max(500, "Select at most 500 tickets."),
  to: z.string().max(2000).default(""),
  ...fields,
});

/** Back to the list that the rows were ticked in. */
function listPath(asked: string | null): string {
  const to = returnPath(asked);
  return /^\/ticketing\/(tickets|main)(\?|$)/.test(to) ? to : href("/ticketing/tickets");
}

/** What is about to be done: the ticked tickets and what would change in them. */
export async function loadBulk({ api, url, viewer }: Admitted<typeof path>) {
  const query = url.searchParams;
  const ids = [...new Set(query.getAll("ids").filter((id) => /^[1-9]\d{0,14}$/.test(id)))].slice(0, 500);
  const given = Fields.parse(
    Object.fromEntries(Object.keys(fields).flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
  );
  const [rows, choices] = await Promise.all([
    ids.length > 0
      ? api.ticketing.ticketList({ query: { ids: ids.join(","), per_page: 500, sort: "newest" }, body: {} })
      : undefined,
    loadChoices(api),
  ]);
  return {
    deletes: query.get("what") === "delete",
    tickets: rows ? expectStatus(rows, 200).data : [],
    given,
    choices,
    to: listPath(query.get("to")),
    zone: viewer.time_zone,
  };
}

/** Does it, and goes back to the list; what could not be done is told with its reason. */
export async function changeBulk({ api, value, refuse, from }: FormRequest<typeof path, typeof BulkForm>) {
  const { intent, ids, to, add_member, add_group, ...given } = value;
  const back = listPath(to);
  const change: BulkChange =
    intent === "change"
      ? {
          ...Object.fromEntries(Object.entries(given).filter(([, asked]) => asked !== undefined)),
          ...(add_member ? { add_members: [add_member] } : {}),
          ...(add_group ? { add_groups: [add_group] } : {}),
        }
      : { [intent === "undo" ? "restore" : intent]: true };
  if (Object.keys(change).length === 0) return refuse({ status: 422, message: "Choose what changes in the tickets." });
  const answer = await api.ticketing.bulkChange({ body: { ids, change } });
  if (answer.status !== 201) return refuse(answer.body);
  const { changed, unchanged, refused } = answer.body;
  const done1 = { change: "changed", delete: "deleted", undo: "restored" }[intent];
  const same = unchanged > 0 ? `, ${unchanged} ${unchanged === 1 ? "was" : "were"} so already` : "";
  const told = `${howMany(changed.length)} ${done1}${same}.`;
  if (refused.length === 0) {
    // The list says what was deleted, and how to undo it.
    if (intent === "delete") return done(from, withUndo(back, changed));
    return done(from, back, told, intent === "undo" ? "Restored" : "Changed");
  }
  const why = refused
    .slice(0, 5)
    .map(({ id, reason }) => `#${id}: ${reason}`)
    .join(" ");
  const more = refused.length > 5 ? ` And ${refused.length - 5} more.` : "";
  return refuse({ status: 422, message: `${told} Not ${done1}: ${why}${more}` });
}

function withUndo(list: string, ids: readonly number[]): string {
  const url = new URL(list, "http://here.invalid");
  url.searchParams.set(undoName, undoValue("delete", ids));
  return `${url.pathname}${url.search}`;
}
