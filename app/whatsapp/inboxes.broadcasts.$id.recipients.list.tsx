import { z } from "zod";
import { showPartPrice } from "../../rules/money";
import { paging } from "../../services/kit/contract";
import { type BroadcastDetail, type Recipient, recipientStates } from "../../services/whatsapp/contract.broadcasts";
import { recipientStatus } from "../kit/broadcast-labels";
import { DateTime } from "../kit/date-time";
import { type ListFacts, list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { readRecordId } from "../shell/record-id.server";
import { broadcastTitle } from "./broadcasts/labels";

type Facts = { broadcast: Pick<BroadcastDetail, "id" | "name" | "template_name"> };

/** Every number of a broadcast with what became of it. */
export const recipients = list({
  path: "/whatsapp/inboxes/broadcasts/:id/recipients",
  noun: ["number", "numbers"],
  search: z.object({ ...paging, state: z.enum(recipientStates).optional().catch(undefined) }),
  async facts({ api, params }): Promise<Facts> {
    const id = readRecordId(params.id);
    const answer = await api.whatsapp.broadcast({ params: { id } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    const { name, template_name } = answer.body;
    return { broadcast: { id, name, template_name } };
  },
  file: ({ broadcast }) => `broadcast ${broadcastTitle(broadcast)}`,
  rows: ({ api, params }, query) => api.whatsapp.recipients({ params: { id: readRecordId(params.id) }, query }),
  filters: () => [
    {
      name: "state",
      label: "State",
      choices: recipientStates.map((value) => ({ value, label: recipientStatus[value].word })),
    },
  ],
  columns: ({ zone }: Facts & ListFacts) => [
    { name: "msisdn", label: "Number", fixed: true, mobileOrder: 1, value: (one: Recipient) => one.msisdn },
    { name: "name", label: "Name", mobileOrder: 3, value: (one) => one.name },
    { name: "country", label: "Country", extra: true, value: (one) => one.country },
    {
      name: "state",
      label: "State",
      mobileOrder: 2,
      alignEnd: true,
      value: (one) => recipientStatus[one.state].word,
      cell: (one) => <Status kind={recipientStatus[one.state].kind}>{recipientStatus[one.state].word}</Status>,
    },
    { name: "reason", label: "Reason", wide: true, mobileOrder: 4, value: (one) => one.reason },
    {
      name: "due",
      label: "Tried again",
      hideOnSmall: true,
      value: (one) => one.due_at ?? "",
      cell: (one) => one.due_at && <DateTime at={one.due_at} zone={zone} />,
    },
    {
      name: "sent",
      label: "Sent",
      mobileOrder: 5,
      value: (one) => one.sent_at ?? "",
      cell: (one) => one.sent_at && <DateTime at={one.sent_at} zone={zone} />,
    },
    {
      name: "read",
      label: "Read",
      hideOnSmall: true,
      value: (one) => one.read_at ?? "",
      cell: (one) => one.read_at && <DateTime at={one.read_at} zone={zone} />,
    },
    { name: "price", label: "Price", align: "right", extra: true, value: (one) => showPartPrice(one.price) },
    { name: "provider", label: "WhatsApp's id", extra: true, value: (one) => one.provider_id },
  ],
  id: (one) => String(one.seq),
});
