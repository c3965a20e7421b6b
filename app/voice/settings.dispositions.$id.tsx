// /voice/settings/dispositions/:id - a disposition of calls with its items, or a new one (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { dispositionOutcomes, outcomeNames } from "../../rules/outbound";
import { href } from "../href";
import { DispositionDrawer } from "../kit/dispositions/disposition-drawer";
import { dispositionErrors } from "../kit/dispositions/item-errors";
import { keepTyped } from "../kit/refused-post";
import { typedLines, typedText } from "../kit/typed-fields";
import { Select } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/voice/settings/dispositions/:id";
const close = href("/voice/settings");

export const loader = page(path, async ({ api, params }) => {
  if (params.id === "new") return { isNew: true, held: { name: "", items: "", outcome: "done" } };
  const { data } = expectStatus(await api.voice.dispositionTypes({}), 200);
  const one = data.find(({ id }) => String(id) === params.id);
  if (!one) throw new Response("There is no such disposition.", { status: 404 });
  const items = one.items.map(({ title }) => title).join("\n");
  return { isNew: false, held: { name: one.name, items, outcome: one.outcome } };
});

const Fields = z.object({ name: typedText, items: typedLines, outcome: typedText });

export const action = act(path, Fields, async ({ api, params, from, value, refuse }) => {
  const id = Number(params.id);
  const outcome = dispositionOutcomes.find((one) => one === value.outcome) ?? "done";
  const answer = await api.voice.saveDispositionType({ body: { ...(id > 0 ? { id } : {}), ...value, outcome } });
  if (answer.status === 201) return done(from, close, answer.body.message, "Saved");
  return refuse({ ...answer.body, errors: dispositionErrors(answer.body.errors) });
});

export default function CallDisposition() {
  const { isNew, held } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DispositionDrawer
      {...{ isNew, held, close, last }}
      help="What exactly it was, such as Question answered or Call back."
    >
      <Select
        id="outcome"
        name="outcome"
        label="A number that was called from a list"
        choices={dispositionOutcomes.map((value) => ({ value, label: outcomeNames[value] }))}
        defaultValue={keepTyped(last, held).outcome}
      />
    </DispositionDrawer>
  );
}
