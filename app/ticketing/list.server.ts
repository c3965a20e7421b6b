import { data } from "@remix-run/node";
import { z } from "zod";
import { statuses } from "../../rules/ticket-words";
import type { BulkChange } from "../../services/ticketing/contract.forms";
import { searchOf } from "../kit/list";
import { type Admitted, done, type Given, need } from "../shell/page.server";
import { choicesOf } from "./choices.server";
import type { tickets } from "./tickets.list";
import { howMany } from "./words";

type Lists = "/ticketing/tickets" | "/ticketing/main";

/** What a list of tickets needs to be drawn. */
export async function loadTickets(
  { ask, url, viewer }: Pick<Admitted<Lists>, "ask" | "url" | "viewer">,
  definition: typeof tickets,
) {
  const search = searchOf(definition, url);
  const [rows, choices, views] = await Promise.all([
    definition.rows(ask, search),
    choicesOf(ask),
    ask.ticketing.views({}),
  ]);
  return {
    rows: need(rows, 200),
    choices,
    views: need(views, 200).data,
    search,
    zone: viewer.time_zone,
    me: viewer.id,
    now: Date.now(),
  };
}

const given = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional();

/** The forms of a list: a change of the ticked rows, and saved views. */
export const ListForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("change"),
    ids: z
      .array(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER))
      .min(1, "Tick at least one ticket.")
      .max(500, "Tick at most 500 tickets."),
    status: z.enum(statuses).optional(),
    stage_id: given,
    priority_id: given,
    type_id: given,
    disposition_id: given,
    add_member: z.string().max(64).optional(),
    add_group: given,
  }),
  z.object({
    intent: z.literal("save view"),
    name: z
      .string({ error: "Give the view a name." })
      .trim()
      .min(1, "Give the view a name.")
      .max(100, "A name has at most 100 characters."),
    shared: z.boolean().default(false),
  }),
  z.object({ intent: z.literal("delete view"), view: z.coerce.number().int().positive() }),
]);

/** Does what a form of the list asks; the list comes back as it was searched. */
export async function changeList({ ask, value, refuse, from, url }: Given<Lists, typeof ListForm>) {
  const back = `${url.pathname}${url.search}`;
  if (value.intent === "save view") {
    const query = new URLSearchParams(url.search);
    for (const name of ["page", "after", "before", "index"]) query.delete(name);
    const answer = await ask.ticketing.saveView({
      body: { name: value.name, query: query.toString(), shared: value.shared },
    });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, back, `The view ${answer.body.name} is saved.`, "Saved");
  }
  if (value.intent === "delete view") {
    const answer = await ask.ticketing.deleteView({ params: { id: value.view } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, back, answer.body.message, "Deleted");
  }
  const { intent, ids, add_member, add_group, ...fields } = value;
  const change: BulkChange = {
    ...Object.fromEntries(Object.entries(fields).filter(([, asked]) => asked !== undefined)),
    ...(add_member ? { add_members: [add_member] } : {}),
    ...(add_group ? { add_groups: [add_group] } : {}),
  };
  if (Object.keys(change).length === 0)
    return refuse({ status: 422, message: "Choose what to change in the ticked tickets." });
  const answer = await ask.ticketing.bulkChange({ body: { ids, change } });
  if (answer.status !== 201) return refuse(answer.body);
  const { changed, unchanged, refused } = answer.body;
  const told = `${howMany(changed.length)} changed${unchanged > 0 ? `, ${unchanged} ${unchanged === 1 ? "was" : "were"} so already` : ""}.`;
  if (refused.length === 0) return done(from, back, told);
  const why = refused
    .slice(0, 5)
    .map(({ id, reason }) => `#${id}: ${reason}`)
    .join(" ");
  const more = refused.length > 5 ? ` And ${refused.length - 5} more.` : "";
  return data(
    { notice: { level: "warning" as const, title: "Warning", message: `${told} Not changed: ${why}${more}` } },
    { status: 422 },
  );
}
