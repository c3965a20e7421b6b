// /email/suppressions/new - addresses to suppress, one a line (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { commas } from "../../rules/format";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { typedId } from "../kit/typed-fields";
import { DateField } from "../kit/ui/date-field";
import { Drawer } from "../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/email/suppressions/new";

const AddressesForm = z.object({
  addresses: z
    .string({ error: "Enter at least one email address." })
    .max(200_000, "At most 200,000 characters at once.")
    .refine((text) => text.trim() !== "", "Enter at least one email address."),
  reason: z.string().trim().max(200, "At most 200 characters.").default(""),
  until: z.string().max(10).default(""),
  list: typedId,
});

export const loader = page(path, async ({ api }) => ({
  lists: expectStatus(await api.email.mailLists({}), 200).data.map(({ id, name }) => ({ id, name })),
}));

/** Good addresses are suppressed at once; the others come back, alone. */
export const action = act(path, AddressesForm, async ({ api, value, refuse, from }) => {
  const { addresses, reason, until, list } = value;
  const source = addresses.split("\n").length > 20 ? "import" : "staff";
  const answer = await api.email.addSuppressions({
    body: { addresses, reason, source, until: until || null, list_id: list || null },
  });
  if (answer.status !== 201) return refuse(answer.body);
  const { added, already, refused } = answer.body;
  const words = `${commas(added)} added${already > 0 ? `, ${commas(already)} were there already` : ""}`;
  if (refused.length === 0) return done(from, href("/email/suppressions"), words);
  const errors = refused.slice(0, 10).map(({ line, written }) => `Line ${line}: ${written} is not an email address.`);
  const failed = refuse({
    status: 422,
    message: `${words}. The others are no addresses`,
    errors: { addresses: errors },
  });
  const left = refused.map(({ written }) => written).join("\n");
  failed.data.reply.initialValue = { addresses: left, reason, until, list: String(list || "") };
  return failed;
});

export default function SuppressAddresses() {
  const { lists } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const close = href("/email/suppressions");
  const typed = keepTyped(last, { addresses: "", reason: "", until: "", list: "" });
  const errors = fieldErrors(last);
  return (
    <Drawer
      title="Suppress addresses"
      close={close}
      foot={<FormFoot submitLabel="Add to the list" close={close} form="suppress" working={working} />}
    >
      <PostResult last={last} idOf={(name) => name} />
      <Form method="post" id="suppress" noValidate={scripted} className="grid gap-5">
        <TextArea
          id="addresses"
          name="addresses"
          label="Email addresses"
          rows={8}
          key={typed.addresses}
          defaultValue={typed.addresses}
          required
          help="One a line, or the contents of a file with commas between."
          errors={errors.addresses ?? []}
          autoComplete="off"
          spellCheck={false}
        />
        {lists.length > 0 && (
          <Select
            id="list"
            name="list"
            label="List"
            empty="All emails"
            help="Those of one list, or all."
            defaultValue={typed.list}
            choices={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
            errors={errors.list_id ?? []}
          />
        )}
        <TextInput
          id="reason"
          name="reason"
          label="Reason"
          optional
          defaultValue={typed.reason}
          maxLength={200}
          help="Only your team sees it."
          errors={errors.reason ?? []}
          autoComplete="off"
        />
        <DateField
          id="until"
          name="until"
          quick="future"
          label="Last day"
          optional
          help="Leave it empty to suppress them for good."
          defaultValue={typed.until}
          errors={errors.until ?? []}
        />
      </Form>
    </Drawer>
  );
}
