// /voice/settings/dispositions/:id - a disposition of calls with its items, or a new one (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { dispositionOutcomes, outcomeNames } from "../../rules/outbound";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { typedLines, typedText } from "../kit/typed-fields";
import { Drawer } from "../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/voice/settings/dispositions/:id";
const close = href("/voice/settings");

export const loader = page(path, async ({ api, params }) => {
  if (params.id === "new") return { fresh: true, held: { name: "", items: "", outcome: "done" } };
  const { data } = expectStatus(await api.voice.dispositionTypes({}), 200);
  const one = data.find(({ id }) => String(id) === params.id);
  if (!one) throw new Response("There is no such disposition.", { status: 404 });
  return {
    fresh: false,
    held: { name: one.name, items: one.items.map(({ title }) => title).join("\n"), outcome: one.outcome },
  };
});

const Fields = z.object({ name: typedText, items: typedLines, outcome: typedText });

export const action = act(path, Fields, async ({ api, params, from, value, refuse }) => {
  const id = Number(params.id);
  const outcome = dispositionOutcomes.find((one) => one === value.outcome) ?? "done";
  const answer = await api.voice.saveDispositionType({ body: { ...(id > 0 ? { id } : {}), ...value, outcome } });
  if (answer.status === 201) return done(from, close, answer.body.message, "Saved");
  // One wrong line is named by its place; the form has one field for all of them.
  const { name = [], ...lines } = answer.body.errors ?? {};
  const items = Object.entries(lines).map(([at, words]) => {
    const place = /^items\.(\d+)/.exec(at)?.[1];
    return `${place ? `Line ${Number(place) + 1}: ` : ""}${words.join(" ")}`;
  });
  const errors = { ...(name.length > 0 ? { name } : {}), ...(items.length > 0 ? { items } : {}) };
  return refuse({ ...answer.body, errors });
});

export default function DispositionDrawer() {
  const { fresh, held } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, held);
  const errors = fieldErrors(last);
  return (
    <Drawer
      title={fresh ? "New disposition" : "Change the disposition"}
      close={close}
      foot={<FormFoot submitLabel="Save the disposition" close={close} form="disposition" working={working} />}
    >
      <PostResult last={last} idOf={(name) => name} />
      <Form id="disposition" method="post" className="grid gap-5">
        <TextInput
          id="name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typed.name}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        <TextArea
          id="items"
          name="items"
          label="Items, one on each line"
          optional
          rows={8}
          help="What exactly it was, such as Question answered or Call back."
          defaultValue={typed.items}
          errors={errors.items ?? []}
        />
        <Select
          id="outcome"
          name="outcome"
          label="A number that was called from a list"
          choices={dispositionOutcomes.map((value) => ({ value, label: outcomeNames[value] }))}
          defaultValue={typed.outcome}
        />
      </Form>
    </Drawer>
  );
}
