// /sms/settings/approveSender/:id - decide on a sender ID, network by network (drawer)
import { getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { type SenderStatus, senderDecisions, senderMoves, senderNetworks } from "../../rules/senders";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { Select, TextArea } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { accountLabel, linkedPapers } from "./senders/sender-account";
import { SenderFacts } from "./senders/sender-facts";
import { decisionNames, statusNames } from "./senders/sender-labels";

const path = "/sms/settings/approveSender/:id";
const close = href("/sms/settings/approveSender");

export const loader = page(path, async ({ api, params, viewer }) => ({
  sender: expectStatus(await api.messaging.platformSender({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
}));

const decision = z.enum(senderDecisions).optional();
const Decisions = z
  .object({
    Safaricom: decision,
    Airtel: decision,
    Telkom: decision,
    reason: z.string().trim().max(300, "Use at most 300 characters.").default(""),
  })
  .refine((form) => senderNetworks.some((network) => form[network]), {
    path: ["Safaricom"],
    message: "Decide for at least one network.",
  });

export const action = act(path, Decisions, async ({ api, params, value, refuse, from }) => {
  const decisions = senderNetworks.flatMap((network) => {
    const chosen = value[network];
    return chosen ? [{ network, decision: chosen }] : [];
  });
  const answer = await api.messaging.decideSender({
    params: { id: Number(params.id) },
    body: { decisions, reason: value.reason },
  });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, close, `The decision on ${answer.body.sender} was saved. The account was notified.`);
});

export default function DecideOnSender() {
  const { sender, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof Decisions>>({ id: "decide-sender", lastResult: last?.reply });
  const status = (network: string): SenderStatus =>
    sender.networks.find((one) => one.network === network)?.status ?? "pending";
  return (
    <FormDrawer
      title={sender.sender}
      close={close}
      submitLabel="Save the decision"
      form={form}
      last={last}
      lead={
        <>
          <SenderFacts sender={sender} papers={linkedPapers(sender)} zone={zone} account={accountLabel(sender)} />
          {sender.same.length > 0 && (
            <p className="text-bad" role="note">
              {sender.same.map(accountLabel).join(", ")} sends as {sender.sender} already: it can't be approved here
              too.
            </p>
          )}
        </>
      }
    >
      {senderNetworks.map((network) => (
        <Select
          label={network}
          {...getSelectProps(fields[network])}
          key={network}
          errors={fields[network].errors}
          empty={`No change: ${statusNames[status(network)].toLowerCase()}`}
          choices={senderDecisions
            .filter((one) => senderMoves[status(network)][one])
            .map((value) => ({ value, label: decisionNames[value] }))}
        />
      ))}
      <TextArea
        label="Reason"
        {...getTextareaProps(fields.reason)}
        key={fields.reason.key}
        errors={fields.reason.errors}
        help="The account reads it. Needed to reject or suspend."
        rows={2}
        maxLength={300}
      />
    </FormDrawer>
  );
}
