// /ticketing/show/:index/member - who works on a ticket, which groups have it, who watches it
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { act, done, page } from "../shell/page.server";
import { MembersCard } from "./ticket/member-panel";
import { loadTicket, loadTicketChoices, loadTicketNumber, ticketPage } from "./ticket/ticket.server";
import { TicketFrame } from "./ticket/ticket-frame";

const path = "/ticketing/show/:index/member";

export const meta = titledBy<typeof loader>(({ data }) => `Members of #${data?.ticket.id ?? ""}`);

export const loader = page(path, async (given) => {
  const [base, choices] = await Promise.all([loadTicket(given), loadTicketChoices(given)]);
  return { ...base, choices };
});

const MemberForm = z.object({
  kind: z.enum(["member", "group", "watcher"]),
  intent: z.enum(["add", "take"]),
  who: z.string({ error: "Choose who." }).min(1, "Choose who.").max(64),
});

export const action = act(path, MemberForm, async (given) => {
  const { api, value, refuse, from } = given;
  const ticket_id = await loadTicketNumber(given);
  const adds = value.intent === "add";
  const answer =
    value.kind === "group"
      ? await api.ticketing[adds ? "attachGroups" : "detachGroups"]({
          params: { ticket_id },
          body: { group_ids: [value.who] },
        })
      : await api.ticketing.ticketMembers({
          params: { ticket_id },
          body: { [change(value.kind, adds)]: [value.who] },
        });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, ticketPage(given), answer.body.message, "Saved");
});

function change(kind: "member" | "watcher", adds: boolean): "add" | "remove" | "watch" | "unwatch" {
  if (kind === "member") return adds ? "add" : "remove";
  return adds ? "watch" : "unwatch";
}

export default function Members() {
  const { ticket, zone, now, oversees, choices } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <PostResult last={last} />
      <div className="max-w-[640px]">
        <MembersCard ticket={ticket} choices={choices} />
      </div>
    </TicketFrame>
  );
}
