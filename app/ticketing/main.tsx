// /ticketing/main - one's own tickets
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { act, page } from "../shell/page.server";
import { changeList, ListForm, loadTickets } from "./list.server";
import { oversees } from "./rights";
import { myTickets } from "./tickets.list";
import { TicketsView } from "./tickets-view";

export const meta = titled("My tickets");

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
      <PostResult last={last} />
      <TicketsView found={found} mine oversees={oversees} working={working} />
    </>
  );
}
