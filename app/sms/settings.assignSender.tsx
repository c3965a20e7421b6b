// /sms/settings/assignSender - give an account a sender ID or a short code without a request
import { getFormProps, getInputProps, getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { senderNetworks } from "../../rules/senders";
import { SenderAssignment } from "../../services/messaging/contract.senders";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { SenderFields } from "./senders/sender-form";
import { SenderTabs } from "./senders/sender-tabs";
import { openSenderTabs } from "./senders/sender-tabs.server";

const path = "/sms/settings/assignSender";
const { customer_account, sender, kind, note } = SenderAssignment.shape;
const Assignment = z.object({ customer_account, sender, kind, note, networks: SenderFields.shape.networks });

export const meta = titled("Assign a sender ID");

export const loader = page(path, async ({ viewer, url }) => ({
  tabs: openSenderTabs(viewer),
  account: (url.searchParams.get("account") ?? "").slice(0, 32),
}));

export const action = act(path, Assignment, async ({ api, value, refuse, from }) => {
  const answer = await api.messaging.assignSender({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  const { sender: name, customer_account: account } = answer.body;
  return done(from, href(path), `${name} was assigned to account ${account}. It can send from it now.`);
});

export default function AssignSender() {
  const { tabs, account } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm<z.input<typeof Assignment>>({
    id: "assign-sender",
    lastResult: last?.reply,
    defaultValue: { customer_account: account, kind: "transactional", networks: [...senderNetworks] },
  });
  const before = [fields.networks.initialValue ?? []].flat();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title="Assign a sender ID"
        text="For a sender ID or a short code that the networks have approved outside this product."
      />
      <SenderTabs now={path} open={tabs} />
      <Form
        method="post"
        {...getFormProps(form)}
        noValidate={scripted}
        className="card grid max-w-[760px] gap-5 p-5 max-md:p-4"
      >
        <div className="grid items-start gap-5 md:grid-cols-2">
          <TextInput
            label="Account number"
            {...getInputProps(fields.customer_account, { type: "text" })}
            key={fields.customer_account.key}
            errors={fields.customer_account.errors}
            help="Such as 100001."
            autoComplete="off"
          />
          <TextInput
            label="Sender ID or short code"
            {...getInputProps(fields.sender, { type: "text" })}
            key={fields.sender.key}
            errors={fields.sender.errors}
            help="Up to 11 letters and digits, or the digits of a short code."
            maxLength={15}
            autoComplete="off"
          />
        </div>
        <Select
          label="Kind"
          {...getSelectProps(fields.kind)}
          key={fields.kind.key}
          errors={fields.kind.errors}
          choices={[
            { value: "transactional", label: "Transactional" },
            { value: "promotional", label: "Promotional" },
          ]}
        />
        <CheckboxGroup id={fields.networks.id} legend="Approved on" errors={fields.networks.errors ?? []} inline>
          {senderNetworks.map((network) => (
            <Checkbox
              key={network}
              name="networks"
              value={network}
              label={network}
              defaultChecked={before.includes(network)}
            />
          ))}
        </CheckboxGroup>
        <TextArea
          label="Note"
          {...getTextareaProps(fields.note)}
          key={fields.note.key}
          errors={fields.note.errors}
          optional
          help="The account reads it."
          rows={2}
          maxLength={500}
        />
        <div>
          <Button variant="primary" size="lg" working={working}>
            Assign
          </Button>
        </div>
      </Form>
    </>
  );
}
