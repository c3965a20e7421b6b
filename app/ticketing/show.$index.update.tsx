// /ticketing/show/:index/update - status, stage, priority and the rest of a ticket
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { ActionNotice } from "../kit/action-notice";
import { page, receive } from "../shell/page.server";
import { readForm } from "./form.server";
import { loadChoices, loadTicket, saveFields } from "./ticket.server";
import { TicketFrame } from "./ticket-frame";
import { UpdatePanel, updateFields } from "./update-panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Update #${data?.ticket.id ?? ""} - ${brand.name}` },
];

export const loader = page("/ticketing/show/:index/update", async (given) => {
  const [base, choices] = await Promise.all([loadTicket(given), loadChoices(given)]);
  return { ...base, choices };
});

export const action = receive("/ticketing/show/:index/update", async (given) =>
  saveFields(given, await readForm(given.api, given.request), updateFields),
);

export default function Update() {
  const { ticket, zone, now, oversees, choices } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <div className="max-w-[640px]">
        <ActionNotice notice={last?.notice} />
        <UpdatePanel ticket={ticket} choices={choices} zone={zone} working={working} refused={last} />
      </div>
    </TicketFrame>
  );
}
