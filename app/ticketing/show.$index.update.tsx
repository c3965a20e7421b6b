// /ticketing/show/:index/update - status, stage, priority and the rest of a ticket
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { act, page } from "../shell/page.server";
import { loadTicket, loadTicketChoices, saveFields, ticketFields } from "./ticket/ticket.server";
import { TicketFrame } from "./ticket/ticket-frame";
import { UpdatePanel, updateFields } from "./ticket/update-panel";

export const meta = titledBy<typeof loader>(({ data }) => `Update #${data?.ticket.id ?? ""}`);

export const loader = page("/ticketing/show/:index/update", async (given) => {
  const [base, choices] = await Promise.all([loadTicket(given), loadTicketChoices(given)]);
  return { ...base, choices };
});

export const action = act("/ticketing/show/:index/update", ticketFields(updateFields), (given) =>
  saveFields(given, given.value, updateFields),
);

export default function Update() {
  const { ticket, zone, now, oversees, choices } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <div className="max-w-[640px]">
        <PostResult last={last} idOf={(name) => `update-${name}`} />
        <UpdatePanel ticket={ticket} choices={choices} zone={zone} working={working} refused={last} />
      </div>
    </TicketFrame>
  );
}
