// /chat/inbox/details/info-form - what the customer answered, and the agent's corrections
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { ActionNotice } from "../kit/action-notice";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { done, page, receive } from "../shell/page.server";
import { stay } from "./desk.act.server";
import { searchOf } from "./desk.server";
import { useDeskContext } from "./desk-context";
import { deskTo } from "./desk-links";
import { readForm } from "./form.server";
import { Panel } from "./panel";

const here = "/chat/inbox/details/info-form";

export const meta: MetaFunction = () => [{ title: `Info form - ${brand.name}` }];

export const loader = page(here, async () => null);

/** Fields come as "answer <name>"; an empty new one is left out. */
export const action = receive(here, async ({ api, request, url, from }) => {
  const id = searchOf(url).chat;
  if (!id) return stay(422, "Choose a conversation first.");
  const form = await readForm(api, request);
  const names = form.values("name");
  const answers = Object.fromEntries(names.map((name) => [name, form.value(`answer ${name}`)]));
  const fresh = form.value("new_name").trim();
  if (fresh) answers[fresh.slice(0, 60)] = form.value("new_value");
  const answer = await api.chat.saveForm({ params: { id }, body: { form: answers } });
  if (answer.status !== 201) return stay(answer.status, answer.body.message);
  return done(from, deskTo(url.search, {}, here), answer.body.message, "Saved");
});

export default function InfoForm() {
  const { open } = useDeskContext();
  const { search } = useLocation();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  if (!open) return null;
  const { form } = open.detail;
  return (
    <Panel title="Info form" aside={`${form.length} ${form.length === 1 ? "answer" : "answers"}`}>
      <ActionNotice notice={last?.notice} />
      <Form
        key={JSON.stringify(form)}
        method="post"
        action={deskTo(search, {}, here)}
        className="grid gap-4"
        preventScrollReset
      >
        {form.map(({ name, label, value }) => (
          <div key={name}>
            <input type="hidden" name="name" value={name} />
            <TextInput
              id={`answer-${name}`}
              name={`answer ${name}`}
              label={label}
              defaultValue={value}
              maxLength={2_000}
              autoComplete="off"
            />
          </div>
        ))}
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Add another answer</legend>
          <TextInput id="new_name" name="new_name" label="Label" optional maxLength={60} autoComplete="off" />
          <TextInput id="new_value" name="new_value" label="The answer" optional maxLength={2_000} autoComplete="off" />
        </fieldset>
        <div>
          <Button working={working}>Save the answers</Button>
        </div>
      </Form>
    </Panel>
  );
}
