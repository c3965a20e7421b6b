// /crm/quotes - what was offered to customers
import { useLoaderData } from "@remix-run/react";
import { FileText, Plus } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { quotes } from "./quotes.list";

export const meta = titled("Quotes");

export const loader = listLoader("/crm/quotes", quotes);

export default function Quotes() {
  const found = useLoaderData<typeof loader>();
  const add = (
    <LinkButton to={href("/crm/quotes/new")} variant="primary" icon={Plus}>
      New quote
    </LinkButton>
  );
  return (
    <ListPage
      list={quotes}
      found={found}
      text="What was offered to customers, and what they answered."
      actions={add}
      empty={{
        icon: FileText,
        title: "No quotes yet",
        text: "Make one here, or on the page of a deal. The customer gets a link, and accepts or declines there.",
        actions: add,
      }}
    />
  );
}
