// /ticketing/tickets - all tickets, by the filters of R121
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { act, page } from "../shell/page.server";
import { changeList, ListForm, loadTickets } from "./list.server";
import { ListAnswer } from "./list-answer";
import { tickets } from "./tickets.list";
import { TicketsView } from "./tickets-view";

export const meta: MetaFunction = () => [{ title: `Tickets - ${brand.name}` }];

export const loader = page("/ticketing/tickets", (given) => loadTickets(given, tickets));

export const action = act("/ticketing/tickets", ListForm, changeList);

export default function Tickets() {
  const found = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <ListAnswer last={last} />
      <TicketsView found={found} oversees working={working} />
    </>
  );
}
