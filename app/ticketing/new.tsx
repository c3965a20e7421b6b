// /ticketing/new - a new ticket (drawer over the list of tickets)
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { formBody } from "../../services/ticketing/contract.forms";
import { href } from "../href";
import { keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedCheck, typedList, typedText } from "../kit/typed-fields";
import { act, done, page } from "../shell/page.server";
import { loadTickets } from "./tickets/list.server";
import { NewDrawer } from "./tickets/new-drawer";
import { chatNumber, type NewField, newFields, typedFromLink } from "./tickets/new-form";
import { TicketsView } from "./tickets/tickets-view";
import { tickets } from "./tickets.list";

export const meta = titled("New ticket");

export const loader = page("/ticketing/new", async (given) => ({
  ...(await loadTickets(given, tickets)),
  fresh: {
    ...typedFromLink(given.url.searchParams, given.from.origin ?? given.url.origin),
    key: given.from.requestId,
  },
}));

const NewForm = z.object({
  ...(Object.fromEntries(newFields.map((name) => [name, typedText])) as Record<NewField, typeof typedText>),
  group_ids: typedList,
  member_ids: typedList,
  from_customer: typedCheck,
});

export const action = act(
  "/ticketing/new",
  NewForm,
  async ({ api, from, url, value, files, refuse }) => {
    const chat = chatNumber(url.searchParams);
    const body = { ...value, source: "Tickets", file_ids: files.map(({ id }) => id) };
    const answer = await api.ticketing.createTicket({
      stream: formBody({ ...body, ...(chat ? { contact_id: chat, source: "Chats" } : {}) }).stream,
    });
    // R119: 201 is success, anything else the server's message.
    if (answer.status !== 201) return refuse(answer.body);
    const { ticket } = answer.body;
    return done(from, href("/ticketing/show/:index", { index: ticket.id }), answer.body.message, "Opened");
  },
  { files: "ticket" },
);

export default function NewTicket() {
  const { fresh, ...found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { search } = useLocation();
  const chat = chatNumber(new URLSearchParams(search));
  const close = chat ? href("/chat/inbox", undefined, { chat }) : `${href("/ticketing/tickets")}${search}`;
  return (
    <>
      <TicketsView found={found} oversees />
      <NewDrawer
        choices={found.facts.choices}
        close={close}
        working={working}
        typed={keepTyped(last, fresh)}
        last={last}
      />
    </>
  );
}
