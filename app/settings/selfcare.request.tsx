// /settings/selfcare/request - payments at the bank: the slips sent, and what became of them
import { Outlet, useLoaderData } from "@remix-run/react";
import { Landmark, Plus } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { mayPay } from "../kit/money/access";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { nothingMatches } from "./selfcare/payments";
import { SelfcareTabs } from "./selfcare/selfcare-tabs";
import { slips } from "./selfcare.request.list";

export const meta = titled("Bank slips");

export const loader = page("/settings/selfcare/request", async (given) => {
  return { ...(await loadList(slips, given)), mayPay: mayPay(given.viewer) };
});

export default function BankSlips() {
  const { mayPay, ...found } = useLoaderData<typeof loader>();
  const send = mayPay && (
    <LinkButton to={href("/settings/selfcare/request/new")} variant="primary" icon={Plus} preventScrollReset>
      Send a bank slip
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={slips}
        found={found}
        text="Report a bank payment? Send the slip. The balance is updated when it is approved."
        actions={found.rows.total > 0 ? send : undefined}
        empty={{
          icon: Landmark,
          title: "No bank slips yet",
          text: "Send the slip of a bank payment here, and follow its approval.",
          actions: send,
        }}
        filtered={nothingMatches("slip")}
      >
        <SelfcareTabs current="request" />
      </ListPage>
      <Outlet />
    </>
  );
}
