// /contacts/blacklist/new - numbers to blacklist, one a line (drawer)
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { Drawer } from "../kit/ui/drawer";
import { TextArea, TextInput } from "../kit/ui/field";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, page } from "../shell/page.server";
import { addedWords, leftOver } from "./blacklist/blacklist-labels";
import { BlacklistTabs } from "./blacklist/blacklist-tabs";

const path = "/contacts/blacklist/new";

const NumbersForm = z.object({
  phones: z
    .string({ error: "Enter at least one phone number." })
    .max(100_000, "At most 100,000 characters at once.")
    .refine((text) => text.trim() !== "", "Enter at least one phone number."),
  reason: z.string().trim().max(200, "At most 200 characters.").default(""),
});

export const loader = page(path, async () => null);

/** Good numbers are blacklisted at once; the others come back, alone, each with its reason. */
export const action = act(path, NumbersForm, async ({ api, value, refuse, from }) => {
  const answer = await api.messaging.addToBlacklist({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  const { added, already, refused } = answer.body;
  if (refused.length === 0) return done(from, href("/contacts/blacklist"), addedWords(added, already));
  const left = leftOver(refused);
  const failed = refuse({
    status: 422,
    message: addedWords(added, already, refused.length),
    errors: { phones: left.errors },
  });
  failed.data.reply.initialValue = { phones: left.text, reason: value.reason };
  return failed;
});

export default function AddNumbers() {
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const close = href("/contacts/blacklist");
  const typed = last?.reply.initialValue ?? {};
  const phones = typeof typed.phones === "string" ? typed.phones : "";
  const errors = last?.reply.error ?? {};
  const partly = (errors.phones ?? []).length > 0 ? last?.notice?.message : undefined;
  return (
    <Drawer
      title="Add numbers to the blacklist"
      close={close}
      foot={<FormFoot submitLabel="Add to the blacklist" close={close} form="blacklist-new" working={working} />}
    >
      <BlacklistTabs now="typed" />
      <ActionNotice notice={formNotice(last)} />
      {partly && (
        <p role="status" className="rounded bg-warn-soft px-4 py-3 font-medium">
          {partly}.
        </p>
      )}
      <Form method="post" id="blacklist-new" noValidate={scripted} className="grid gap-5">
        <TextArea
          id="phones"
          name="phones"
          label="Phone numbers"
          rows={8}
          // What came back is other than what was typed: a new field takes its place.
          key={phones}
          defaultValue={phones}
          required
          help="One a line, as you have them: 0712 345 678 or +254 712 345 678."
          errors={errors.phones ?? []}
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput
          id="reason"
          name="reason"
          label="Reason"
          defaultValue={typeof typed.reason === "string" ? typed.reason : ""}
          maxLength={200}
          help="Only your team sees it."
          errors={errors.reason ?? []}
          autoComplete="off"
          optional
        />
      </Form>
    </Drawer>
  );
}
