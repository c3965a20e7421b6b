// /crm/deals - deals in the columns of their stages, or as a table (R128: the board first)
import { Outlet, useLoaderData } from "@remix-run/react";
import { Columns3, Plus } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useEventRevalidate } from "../shell/live";
import { page } from "../shell/page.server";
import { boardAction, loadBoard } from "./record/board.server";
import { BoardPage } from "./record/board-page";
import { deals } from "./record/records.list";

export const meta = titled("Deals");

export const loader = page("/crm/deals", async (given) =>
  given.url.searchParams.get("view") === "table"
    ? { table: await loadList(deals, given), board: undefined }
    : { table: undefined, board: await loadBoard(given, "deal") },
);

export const action = boardAction("deal");

export default function Deals() {
  const { table, board } = useLoaderData<typeof loader>();
  return (
    <>
      {board ? (
        <BoardPage {...board} title="Deals" table={href("/crm/deals", undefined, { view: "table" })} />
      ) : (
        <DealTable found={table} />
      )}
      <Outlet />
    </>
  );
}

function DealTable({ found }: { found: NonNullable<Awaited<ReturnType<typeof loader>>["table"]> }) {
  useEventRevalidate(["deal"]);
  const add = (
    <LinkButton
      to={href("/crm/deals/new", undefined, { view: "table" })}
      variant="primary"
      icon={Plus}
      preventScrollReset
    >
      New deal
    </LinkButton>
  );
  return (
    <ListPage
      list={deals}
      found={found}
      text="Sales that you work on."
      actions={
        <>
          <LinkButton to={href("/crm/deals")} icon={Columns3}>
            Board
          </LinkButton>
          {add}
        </>
      }
      empty={{ icon: Columns3, title: "No deals yet", text: "A deal is a sale that you work on.", actions: add }}
    />
  );
}
