// /lists - what people make of a list: saved views and chosen columns. The list comes back as it was.
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { returnPath } from "../../rules/return-path";
import { href } from "../href";
import { moved } from "../kit/lists/order";
import { act, done, type FormRequest, page, warnThere } from "../shell/page.server";

const path = "/lists";
const text = (most: number) => z.string().max(most).catch("").default("");

/** Nothing here is refused before the service is asked: there is no page of its own to show the refusal on. */
const Form = z.object({
  intent: z.enum(["save view", "delete view", "save columns", "usual columns"]).catch("save columns"),
  list: text(200),
  to: text(4000),
  name: text(500),
  query: text(4000),
  shared: z.boolean().catch(false).default(false),
  view: z.coerce.number().int().positive().catch(0).default(0),
  columns: z.array(z.string().max(100)).max(100).catch([]).default([]),
  /** A column that goes a place up or down, without script. */
  up: text(100),
  down: text(100),
});

/** A post alone; who opens the address goes home. */
export const loader = page(path, async () => redirect(href("/dashboard")));

export const action = act(path, Form, async ({ api, value, from }: FormRequest<typeof path, typeof Form>) => {
  const { list, name, query, shared } = value;
  const to = returnPath(value.to);
  switch (value.intent) {
    case "save view": {
      const answer = await api.identity.saveListView({ body: { list, name, query, shared } });
      if (answer.status !== 201) return warnThere(from, to, firstWords(answer.body));
      return done(from, to, `The view ${answer.body.name} is saved.`, "Saved");
    }
    case "delete view": {
      const answer = await api.identity.deleteListView({ params: { id: value.view } });
      if (answer.status !== 201) return warnThere(from, to, answer.body.message);
      return done(from, to, answer.body.message, "Deleted");
    }
    default: {
      const answer = await api.identity.saveListColumns({ body: { list, columns: columnsIn(value) } });
      return answer.status === 201 ? done(from, to) : warnThere(from, to, firstWords(answer.body));
    }
  }
});

function columnsIn({ intent, columns, up, down }: z.output<typeof Form>): string[] {
  if (intent === "usual columns") return [];
  return up ? moved(columns, up, -1) : down ? moved(columns, down, 1) : columns;
}

function firstWords({ message, errors }: { message: string; errors?: Record<string, string[]> | undefined }): string {
  return Object.values(errors ?? {})[0]?.[0] ?? message;
}
