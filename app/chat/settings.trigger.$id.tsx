// /chat/settings/trigger/:id - a trigger, or a new one: where, when, how often, its words (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { pageMatches } from "../../services/chat/contract.forms";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../kit/refused-post";
import { typedCheck, typedText } from "../kit/typed-fields";
import { Checkbox } from "../kit/ui/checkbox";
import { Drawer } from "../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { FormFoot } from "../kit/ui/form-foot";
import { WithoutScript } from "../kit/ui/without-script";
import { act, done, expectStatus, page } from "../shell/page.server";
import { numberIn } from "./settings/settings.server";
import { matchNames, type TypedTrigger, typedTrigger } from "./settings/trigger-form";

const help: Record<TypedTrigger["match"], string> = {
  any: "",
  contains: "A part of the address, such as /delivery or utm_source=sms.",
  equals: "The path, such as /delivery, or the whole address with its site.",
  wildcard: "* matches anything: /products/* is every product.",
};

const path = "/chat/settings/trigger/:id";
const close = href("/chat/settings/trigger");

export const loader = page(path, async ({ api, params }) => {
  if (params.id === "new") return { held: typedTrigger() };
  const { data } = expectStatus(await api.chat.chatTriggers({}), 200);
  const one = data.find(({ id }) => String(id) === params.id);
  if (!one) throw new Response("There is no such trigger.", { status: 404 });
  return { held: typedTrigger(one) };
});

const TriggerFields = z.object({
  ...{ name: typedText, url: typedText, seconds: typedText, text_en: typedText, text_sw: typedText },
  match: z.enum(pageMatches).catch("contains"),
  ...{ once: typedCheck, active: typedCheck },
});

export const action = act(path, TriggerFields, async ({ api, params, from, value, refuse }) => {
  const answer = await api.chat.saveTrigger({ body: { ...value, ...numberIn(params.id) } });
  return answer.status === 201 ? done(from, close, `${answer.body.name} is saved.`, "Saved") : refuse(answer.body);
});

export default function TriggerPage() {
  const { held } = useLoaderData<typeof loader>();
  return <TriggerDrawer key={held.id} held={held} last={useActionData<typeof action>()} />;
}

function TriggerDrawer({ held, last }: { held: TypedTrigger; last: LastPost }) {
  const typed = keepTyped(last, held);
  const errors = fieldErrors(last);
  const working = useNavigation().state === "submitting";
  const scripted = useHydrated();
  const [match, setMatch] = useState(typed.match);
  const [texts, setTexts] = useState({ en: typed.text_en, sw: typed.text_sw });
  return (
    <Drawer
      title={held.id === "" ? "New trigger" : held.name || "Trigger"}
      close={close}
      foot={<FormFoot submitLabel="Save the trigger" close={close} form="trigger" working={working} />}
    >
      <PostResult last={last} idOf={(name) => name} />
      <Form id="trigger" method="post" className="grid gap-5" noValidate={scripted}>
        <TextInput
          id="name"
          name="name"
          label="Name"
          help="Customers do not see it."
          maxLength={100}
          required
          defaultValue={typed.name}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        <Select
          id="match"
          name="match"
          label="Where"
          choices={Object.entries(matchNames).map(([value, label]) => ({ value, label }))}
          defaultValue={typed.match}
          errors={errors.match ?? []}
          onChange={(event) => setMatch(event.target.value as typeof match)}
        />
        <WithoutScript when={match !== "any"}>
          <TextInput
            id="url"
            name="url"
            label="Address"
            help={scripted ? help[match] : 'The address or part of it. With "Pages like", * matches anything.'}
            maxLength={500}
            defaultValue={typed.url}
            errors={errors.url ?? []}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </WithoutScript>
        <TextInput
          id="seconds"
          name="seconds"
          label="Seconds on the page"
          help="0: as soon as the page has loaded."
          inputMode="numeric"
          className="max-w-48"
          defaultValue={typed.seconds}
          errors={errors.seconds ?? []}
          autoComplete="off"
        />
        <TextArea
          id="text_en"
          name="text_en"
          label="Message in English"
          rows={3}
          maxLength={500}
          defaultValue={typed.text_en}
          errors={errors.text_en ?? []}
          onInput={(event) => setTexts({ ...texts, en: event.currentTarget.value })}
        />
        <TextArea
          id="text_sw"
          name="text_sw"
          label="Message in Swahili"
          optional
          rows={3}
          maxLength={500}
          lang="sw"
          defaultValue={typed.text_sw}
          errors={errors.text_sw ?? []}
          onInput={(event) => setTexts({ ...texts, sw: event.currentTarget.value })}
        />
        <div className="grid gap-1">
          <Checkbox
            name="once"
            label="Once for each visitor"
            help="If not, it is shown on every visit."
            defaultChecked={typed.once}
          />
          <Checkbox name="active" label="On" defaultChecked={typed.active} />
        </div>
        <Preview texts={texts} />
      </Form>
    </Drawer>
  );
}

/** The words as the web chat shows them at the corner of the page. */
function Preview({ texts }: { texts: { en: string; sw: string } }) {
  const shown = [
    ["en", "English readers", texts.en || texts.sw],
    ["sw", "Swahili readers", texts.sw || texts.en],
  ] as const;
  if (!texts.en && !texts.sw) return null;
  return (
    <section aria-label="Preview">
      <h3 className="label">On the page</h3>
      <div className="mt-1 grid gap-3 rounded border border-line bg-canvas p-4 sm:grid-cols-2">
        {shown.map(([lang, who, text]) => (
          <div key={lang} className="flex min-w-0 flex-col items-end justify-end gap-2">
            <p
              className="max-w-full rounded-lg border border-line bg-surface px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere"
              lang={lang}
            >
              {text}
            </p>
            <span className="size-8 rounded-full bg-brand" aria-hidden="true" />
            <span className="text-xs text-quiet">{who}</span>
          </div>
        ))}
      </div>
    </section>
  );
}
