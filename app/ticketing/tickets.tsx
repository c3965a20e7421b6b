// /ticketing/tickets - all tickets, by the filters of R121
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { act, page } from "../shell/page.server";
import { changeList, ListForm, loadTickets } from "./list.server";
import { tickets } from "./tickets.list";
import { TicketsView } from "./tickets-view";

export const meta = titled("Tickets");

export const loader = page("/ticketing/tickets", (given) => loadTickets(given, tickets));

export const action = act("/ticketing/tickets", ListForm, changeList);

export default function Tickets() {
  const found = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <PostResult last={last} />
      <TicketsView found={found} oversees working={working} />
    </>
  );
}
