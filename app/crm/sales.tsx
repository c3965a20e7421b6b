// /crm/sales - what was sold
import { useLoaderData } from "@remix-run/react";
import { Plus, ReceiptText } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { sales } from "./sales.list";

export const meta = titled("Sales");

export const loader = listLoader("/crm/sales", sales);

export default function Sales() {
  const found = useLoaderData<typeof loader>();
  const add = (
    <LinkButton to={href("/crm/sales/new")} variant="primary" icon={Plus}>
      New sale
    </LinkButton>
  );
  return (
    <ListPage
      list={sales}
      found={found}
      text="Each sale with its customer and its total."
      actions={add}
      empty={{
        icon: ReceiptText,
        title: "No sales yet",
        text: "Record a sale here, or from the page of a deal that was won.",
        actions: add,
      }}
    />
  );
}
