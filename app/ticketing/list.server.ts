import { z } from "zod";
import { searchOf } from "../kit/list";
import { type Admitted, done, expectStatus, type Given } from "../shell/page.server";
import { choicesOf } from "./choices.server";
import type { tickets } from "./tickets.list";
import { undoParam } from "./undo-strip";

type Lists = "/ticketing/tickets" | "/ticketing/main";

/** What a list of tickets needs to be drawn. */
export async function loadTickets(
  { api, url, viewer }: Pick<Admitted<Lists>, "api" | "url" | "viewer">,
  definition: typeof tickets,
) {
  const search = searchOf(definition, url);
  const [rows, choices, views] = await Promise.all([
    definition.rows(api, { ...search, explain: "1" }),
    choicesOf(api),
    api.ticketing.views({}),
  ]);
  return {
    rows: expectStatus(rows, 200),
    choices,
    views: expectStatus(views, 200).data,
    search,
    zone: viewer.time_zone,
    me: viewer.id,
    now: Date.now(),
  };
}

/** The forms of a list: saved views. What is done to ticked rows is confirmed on a page of its own. */
export const ListForm = z.discriminatedUnion("intent", [
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
export async function changeList({ api, value, refuse, from, url }: Given<Lists, typeof ListForm>) {
  const back = `${url.pathname}${url.search}`;
  if (value.intent === "save view") {
    const query = new URLSearchParams(url.search);
    for (const name of ["page", "after", "before", "index", undoParam]) query.delete(name);
    const answer = await api.ticketing.saveView({
      body: { name: value.name, query: query.toString(), shared: value.shared },
    });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, back, `The view ${answer.body.name} is saved.`, "Saved");
  }
  const answer = await api.ticketing.deleteView({ params: { id: value.view } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, back, answer.body.message, "Deleted");
}
