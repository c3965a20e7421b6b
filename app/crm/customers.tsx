// /crm/customers - the contacts that bought something (Q143)
import { useLoaderData } from "@remix-run/react";
import { Users } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { customers } from "./customers.list";

export const meta = titled("Customers");

export const loader = listLoader("/crm/customers", customers);

export default function Customers() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={customers}
      found={found}
      text="The contacts with at least one sale."
      empty={{
        icon: Users,
        title: "No customers yet",
        text: "A contact is a customer as soon as a sale to it is recorded.",
        actions: <LinkButton to={href("/crm/contacts")}>Contacts</LinkButton>,
      }}
    />
  );
}
