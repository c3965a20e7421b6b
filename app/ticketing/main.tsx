// /ticketing/main - one's own tickets
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { act, page } from "../shell/page.server";
import { changeList, ListForm, loadTickets } from "./list.server";
import { ListAnswer } from "./list-answer";
import { oversees } from "./rights";
import { myTickets } from "./tickets.list";
import { TicketsView } from "./tickets-view";

export const meta: MetaFunction = () => [{ title: `My tickets - ${brand.name}` }];

export const loader = page("/ticketing/main", async (given) => ({
  ...(await loadTickets(given, myTickets)),
  oversees: oversees(given.viewer),
}));

export const action = act("/ticketing/main", ListForm, changeList);

export default function MyTickets() {
  const { oversees, ...found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <ListAnswer last={last} />
      <TicketsView found={found} mine oversees={oversees} working={working} />
    </>
  );
}
