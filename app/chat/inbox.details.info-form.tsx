// /chat/inbox/details/info-form - what the customer answered, and the agent's corrections
import { Form, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { PostResult } from "../kit/post-result";
import { typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { act, done, page } from "../shell/page.server";
import { Panel } from "./customer/panel";
import { inboxSearch } from "./inbox/inbox.server";
import { useInboxContext } from "./inbox/inbox-context";
import { inboxHref } from "./inbox/inbox-links";

const here = "/chat/inbox/details/info-form";

export const meta = titled("Info form");

export const loader = page(here, async () => null);

const InfoAnswers = z.object({
  answers: z.array(z.object({ name: typedText, value: typedText })).default([]),
  new_name: typedText,
  new_value: typedText,
});

/** An empty new answer is left out. */
export const action = act(here, InfoAnswers, async ({ api, url, from, value, refuse }) => {
  const id = inboxSearch(url).chat;
  if (!id) return refuse({ message: "Choose a conversation first." });
  const form = Object.fromEntries(value.answers.map((one) => [one.name, one.value]));
  const fresh = value.new_name.trim();
  if (fresh) form[fresh.slice(0, 60)] = value.new_value;
  const answer = await api.chat.saveForm({ params: { id }, body: { form } });
  if (answer.status !== 201) return refuse({ status: answer.status, message: answer.body.message });
  return done(from, inboxHref(url.search, {}, here), answer.body.message, "Saved");
});

export default function InfoForm() {
  const { open } = useInboxContext();
  const { search } = useLocation();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  if (!open) return null;
  const { form } = open.detail;
  return (
    <Panel title="Info form" aside={`${form.length} ${form.length === 1 ? "answer" : "answers"}`}>
      <PostResult last={last} />
      <Form
        key={JSON.stringify(form)}
        method="post"
        action={inboxHref(search, {}, here)}
        className="grid gap-4"
        preventScrollReset
      >
        {form.map(({ name, label, value }, at) => (
          <div key={name}>
            <input type="hidden" name={`answers[${at}].name`} value={name} />
            <TextInput
              id={`answer-${name}`}
              name={`answers[${at}].value`}
              label={label}
              defaultValue={typedValue(last, `answers[${at}].value`) ?? value}
              maxLength={2_000}
              autoComplete="off"
            />
          </div>
        ))}
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Add another answer</legend>
          <TextInput
            id="new_name"
            name="new_name"
            label="Label"
            optional
            defaultValue={typedValue(last, "new_name") ?? ""}
            maxLength={60}
            autoComplete="off"
          />
          <TextInput
            id="new_value"
            name="new_value"
            label="The answer"
            optional
            defaultValue={typedValue(last, "new_value") ?? ""}
            maxLength={2_000}
            autoComplete="off"
          />
        </fieldset>
        <div>
          <Button working={working}>Save the answers</Button>
        </div>
      </Form>
    </Panel>
  );
}
