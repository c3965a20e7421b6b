// /chat/settings/dispositions/:id - a disposition with its items, or a new one (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { DispositionDrawer } from "../kit/dispositions/disposition-drawer";
import { dispositionErrors } from "../kit/dispositions/item-errors";
import { typedLines, typedText } from "../kit/typed-fields";
import { act, done, expectStatus, page } from "../shell/page.server";
import { numberIn } from "./settings/settings.server";

const path = "/chat/settings/dispositions/:id";
const list = href("/chat/settings/dispositions");

export const loader = page(path, async ({ api, params }) => {
  if (params.id === "new") return { isNew: true, held: { name: "", items: "" } };
  const { data } = expectStatus(await api.chat.dispositionSettings({}), 200);
  const one = data.find(({ id }) => String(id) === params.id);
  if (!one) throw new Response("There is no such disposition.", { status: 404 });
  return { isNew: false, held: { name: one.name, items: one.items.map(({ title }) => title).join("\n") } };
});

const DispositionFields = z.object({ name: typedText, items: typedLines });

export const action = act(path, DispositionFields, async ({ api, params, from, value, refuse }) => {
  const answer = await api.chat.saveDispositionType({ body: { ...numberIn(params.id), ...value } });
  if (answer.status === 201) return done(from, list, answer.body.message, "Saved");
  return refuse({ ...answer.body, errors: dispositionErrors(answer.body.errors) });
});

export default function ChatDisposition() {
  const found = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DispositionDrawer
      {...found}
      close={list}
      last={last}
      help="What exactly it was, such as Question answered or Order placed. Reports follow the wording of an item."
    />
  );
}
