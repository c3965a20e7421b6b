// /settings/selfcare/statement - everything that changed the balance, with the balance after it
import { useLoaderData } from "@remix-run/react";
import { Plus, ScrollText } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { nothingMatches } from "./selfcare/payments";
import { SelfcareTabs } from "./selfcare/selfcare-tabs";
import { statement } from "./selfcare.statement.list";

export const meta = titled("Statement");

export const loader = listLoader("/settings/selfcare/statement", statement);

export default function Statement() {
  return (
    <ListPage
      list={statement}
      found={useLoaderData<typeof loader>()}
      text="Every change of the balance, newest first."
      empty={{
        icon: ScrollText,
        title: "No transactions yet",
        text: "Payments and charges are listed here. Top up the balance to start.",
        actions: (
          <LinkButton to={href("/settings/selfcare/topup")} variant="primary" icon={Plus}>
            Top up
          </LinkButton>
        ),
      }}
      filtered={nothingMatches("line")}
    >
      <SelfcareTabs current="statement" />
    </ListPage>
  );
}
