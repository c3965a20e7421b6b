// /crm/board - leads in the columns of their stages (Q143)
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { boardAction, loadBoard } from "./record/board.server";
import { BoardPage } from "./record/board-page";

export const meta = titled("Lead board");

export const loader = page("/crm/board", (given) => loadBoard(given, "lead"));

export const action = boardAction("lead");

export default function LeadBoard() {
  return <BoardPage {...useLoaderData<typeof loader>()} title="Lead board" table={href("/crm/leads")} />;
}
