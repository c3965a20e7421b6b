// /ticketing/new - a new ticket (drawer over the list of tickets)
import { data, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { formBody } from "../../services/ticketing/contract.forms";
import { href } from "../href";
import { done, page, receive } from "../shell/page.server";
import { readForm } from "./form.server";
import { loadTickets } from "./list.server";
import { NewDrawer } from "./new-drawer";
import { bodyFrom, chatOf, typedFrom, typedFromLink } from "./new-form";
import { tickets } from "./tickets.list";
import { TicketsView } from "./tickets-view";

export const meta: MetaFunction = () => [{ title: `New ticket - ${brand.name}` }];

export const loader = page("/ticketing/new", async (given) => ({
  ...(await loadTickets(given, tickets)),
  fresh: {
    ...typedFromLink(given.url.searchParams, given.from.origin ?? given.url.origin),
    key: given.from.requestId,
  },
}));

export const action = receive("/ticketing/new", async ({ api, request, from, url }) => {
  const form = await readForm(api, request);
  const typed = typedFrom(form);
  const refused = (message: string, errors: Record<string, string[]>, status: number) =>
    data(
      { typed, files: form.files, errors, notice: { level: "warning" as const, title: "Warning", message } },
      { status },
    );
  if (form.wrong) return refused(form.wrong, { files: [form.wrong] }, 422);
  const chat = chatOf(url.searchParams);
  const body = bodyFrom(
    typed,
    form.files.map(({ id }) => id),
  );
  const answer = await api.ticketing.createTicket({
    stream: formBody({ ...body, ...(chat ? { contact_id: chat, source: "Chats" } : {}) }).stream,
  });
  // R119: 201 is success, anything else the server's message.
  if (answer.status !== 201)
    return refused(answer.body.message, answer.body.errors ?? {}, answer.status === 400 ? 422 : answer.status);
  const { ticket } = answer.body;
  return done(from, href("/ticketing/show/:index", { index: ticket.id }), answer.body.message, "Opened");
});

export default function NewTicket() {
  const { fresh, ...found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { search } = useLocation();
  const chat = chatOf(new URLSearchParams(search));
  const close = chat ? href("/chat/inbox", undefined, { chat }) : `${href("/ticketing/tickets")}${search}`;
  return (
    <>
      <TicketsView found={found} oversees working={working} />
      <NewDrawer
        choices={found.choices}
        close={close}
        working={working}
        typed={last?.typed ?? fresh}
        files={last?.files ?? []}
        errors={last?.errors ?? {}}
        {...(last && Object.keys(last.errors).length === 0 ? { notice: last.notice } : {})}
      />
    </>
  );
}
