// /voice/settings/numbers/:id - what a number is for, or a new one (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { callTypes } from "../../rules/voice";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { typedList, typedText } from "../kit/typed-fields";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { Drawer } from "../kit/ui/drawer";
import { TextInput } from "../kit/ui/field";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/voice/settings/numbers/:id";
const close = href("/voice/settings");
const labels = { inbound: "Callers reach you on it", outbound: "Agents call out with it" };

export const loader = page(path, async ({ api, params }) => {
  if (params.id === "new") return { number: null };
  const { data } = expectStatus(await api.voice.accountNumbers({}), 200);
  const number = data.find(({ id }) => String(id) === params.id);
  if (!number) throw new Response("There is no such number.", { status: 404 });
  return { number };
});

const Fields = z.object({ phone_number: typedText, prefix: typedText, queue: typedText, modes: typedList });

export const action = act(path, Fields, async ({ api, params, value, refuse, from }) => {
  const { phone_number, ...rest } = value;
  const modes = callTypes.filter((mode) => value.modes.includes(mode));
  const answer =
    params.id === "new"
      ? await api.voice.addNumber({ body: { ...rest, modes, phone_number } })
      : await api.voice.updateNumber({ params: { id: Number(params.id) || 0 }, body: { ...rest, modes } });
  return answer.status === 201 ? done(from, close, "Number saved", "Saved") : refuse(answer.body);
});

export default function NumberDrawer() {
  const { number } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, {
    phone_number: "",
    prefix: number?.prefix ?? "",
    queue: number?.queue ?? "",
    modes: number?.modes ?? [...callTypes],
  });
  const errors = fieldErrors(last);
  return (
    <Drawer
      title={number ? numberWords(number.phoneNumber) : "Add a number"}
      close={close}
      foot={<FormFoot submitLabel="Save the number" close={close} form="number" working={working} />}
    >
      <PostResult last={last} idOf={(name) => name} />
      <Form id="number" method="post" className="grid gap-5">
        {!number && (
          <TextInput
            id="phone_number"
            name="phone_number"
            label="Phone number"
            type="tel"
            defaultValue={typed.phone_number}
            errors={errors.phone_number ?? []}
            help="With its country code, such as +254 709 000 100."
          />
        )}
        <TextInput
          id="queue"
          name="queue"
          label="Queue"
          optional
          maxLength={60}
          defaultValue={typed.queue}
          errors={errors.queue ?? []}
          help="What its callers wait for, such as Sales. Numbers of the same queue are counted together."
        />
        <TextInput
          id="prefix"
          name="prefix"
          label="Prefix"
          optional
          maxLength={10}
          inputMode="numeric"
          defaultValue={typed.prefix}
          errors={errors.prefix ?? []}
          help="What the dialler calls this number by, such as 2547. Each number that calls out needs its own."
        />
        <CheckboxGroup id="modes" legend="Used for" errors={errors.modes ?? []}>
          {callTypes.map((mode) => (
            <Checkbox
              key={mode}
              name="modes"
              value={mode}
              defaultChecked={typed.modes.includes(mode)}
              label={labels[mode]}
            />
          ))}
        </CheckboxGroup>
      </Form>
    </Drawer>
  );
}
