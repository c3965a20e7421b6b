import { z } from "zod";
import { recipientStatuses } from "../../../rules/email";
import type { MailingRecipient } from "../../../services/email/contract.schemas";
import { paging } from "../../../services/kit/contract";
import { DateTime } from "../../kit/date-time";
import { list } from "../../kit/lists/definition";
import { Status } from "../../kit/ui/status";
import { recipientOutcome, recipientStatus } from "./labels";

const outcomes = [...recipientStatuses, "complained", "unsubscribed"] as const;
const words = { ...Object.fromEntries(recipientStatuses.map((name) => [name, recipientStatus[name].word])) };

/** What became of the mail to each recipient. */
export const recipients = list({
  path: "/email/outbox/:id/recipients",
  file: "email-recipients",
  noun: ["recipient", "recipients"],
  search: z.object({
    ...paging,
    status: z.enum(outcomes).optional().catch(undefined),
    q: z.string().max(100).catch("").default(""),
  }),
  find: "Address or name",
  rows: ({ api, params }, query) => api.email.recipients({ params: { id: Number(params.id) }, query }),
  filters: () => [
    {
      name: "status",
      label: "Outcome",
      choices: outcomes.map((value) => ({
        value,
        label: words[value] ?? (value === "complained" ? "Complained" : "Unsubscribed"),
      })),
    },
  ],
  columns: ({ zone }) => [
    {
      name: "address",
      label: "Address",
      fixed: true,
      mobileOrder: 1,
      value: (recipient: MailingRecipient) => recipient.address,
      cell: (recipient) => <b className="font-medium wrap-anywhere">{recipient.address}</b>,
    },
    { name: "name", label: "Name", muted: true, mobileOrder: 3, value: (recipient) => recipient.name },
    {
      name: "outcome",
      label: "Outcome",
      wide: true,
      mobileOrder: 2,
      value: (recipient) => recipientOutcome(recipient).word,
      cell: (recipient) => (
        <Status kind={recipientOutcome(recipient).kind}>
          {recipientOutcome(recipient).word}
          {recipient.reason && <span className="text-quiet max-sm:whitespace-normal">: {recipient.reason}</span>}
        </Status>
      ),
    },
    { name: "reason", label: "Reason", extra: true, value: (recipient) => recipient.reason },
    { name: "tries", label: "Tries", align: "right", hideOnSmall: true, value: (recipient) => recipient.tries },
    {
      name: "next",
      label: "Next try",
      muted: true,
      hideOnSmall: true,
      value: (recipient) => recipient.next_try ?? "",
      cell: (recipient) => recipient.next_try && <DateTime at={recipient.next_try} zone={zone} />,
    },
    {
      name: "sent",
      label: "Sent",
      muted: true,
      alignEnd: true,
      mobileOrder: 4,
      value: (recipient) => recipient.sent_at ?? "",
      cell: (recipient) => recipient.sent_at && <DateTime at={recipient.sent_at} zone={zone} />,
    },
  ],
  id: (recipient) => String(recipient.seq),
  called: ({ address }) => address,
});
