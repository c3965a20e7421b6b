import { z } from "zod";
import { recipientEvents, recipientStatuses } from "../../../rules/email";
import type { MailingRecipient } from "../../../services/email/contract.schemas";
import { paging } from "../../../services/kit/contract";
import { DateTime } from "../../kit/date-time";
import { type ListColumn, list } from "../../kit/lists/definition";
import { Status } from "../../kit/ui/status";
import { recipientEventNames, recipientOutcome, recipientStatus } from "./labels";

const outcomes = [...recipientStatuses, ...recipientEvents] as const;
const words: Record<string, string> = {
  ...Object.fromEntries(recipientStatuses.map((name) => [name, recipientStatus[name].word])),
  ...recipientEventNames,
};

type Moment = "opened_at" | "clicked_at";

function momentColumn(name: Moment, label: string, zone: string): ListColumn<MailingRecipient> {
  return {
    name,
    label,
    muted: true,
    hideOnSmall: true,
    value: (recipient) => recipient[name] ?? "",
    cell: (recipient) => recipient[name] && <DateTime at={recipient[name]} zone={zone} />,
  };
}

function timesColumn(name: "opens" | "clicks" | "prefetches", label: string): ListColumn<MailingRecipient> {
  return { name, label, align: "right", extra: true, value: (recipient) => recipient[name] };
}

/** What became of the mail to each recipient. */
export const recipients = list({
  path: "/email/outbox/:id/recipients",
  file: "email-recipients",
  noun: ["recipient", "recipients"],
  search: z.object({
    ...paging,
    status: z.enum(outcomes).optional().catch(undefined),
    link: z.coerce.number().int().min(0).optional().catch(undefined),
    q: z.string().max(100).catch("").default(""),
  }),
  find: "Address or name",
  rows: ({ api, params }, query) => api.email.recipients({ params: { id: Number(params.id) }, query }),
  async facts({ api, params }, { link }) {
    if (link === undefined) return { followed: "" };
    const answer = await api.email.mailingLinks({ params: { id: Number(params.id) }, query: { per_page: 100 } });
    const found = answer.status === 200 ? answer.body.data.find((one) => one.link === link) : undefined;
    return { followed: found?.url ?? `Link ${link + 1}` };
  },
  filters: ({ followed }) => [
    {
      name: "status",
      label: "Outcome",
      choices: outcomes.map((value) => ({
        value,
        label: words[value] ?? value,
      })),
    },
    { name: "link", label: "Followed the link", kind: "text", linked: true, said: () => followed },
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
    momentColumn("opened_at", "Opened", zone),
    momentColumn("clicked_at", "Clicked", zone),
    timesColumn("opens", "Opens"),
    timesColumn("clicks", "Clicks"),
    timesColumn("prefetches", "Requests by programs"),
  ],
  id: (recipient) => String(recipient.seq),
  called: ({ address }) => address,
});
