// /settings/selfcare/invoices - pro formas, tax invoices and credit notes
import { useLoaderData } from "@remix-run/react";
import { FileDown, Package, Receipt } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { nothingMatches } from "./selfcare/payments";
import { SelfcareTabs } from "./selfcare/selfcare-tabs";
import { invoices } from "./selfcare.invoices.list";

export const meta = titled("Invoices");

export const loader = listLoader("/settings/selfcare/invoices", invoices);

export default function Invoices() {
  return (
    <ListPage
      list={invoices}
      found={useLoaderData<typeof loader>()}
      text="A pro forma is a request for payment. A tax invoice is issued when it is paid, and never changes."
      action={({ id, number }) => (
        <LinkButton
          variant="ghost"
          icon={FileDown}
          label={`${number} as PDF`}
          to={href("/settings/selfcare/invoices/:id/file", { id })}
          reloadDocument
        />
      )}
      empty={{
        icon: Receipt,
        title: "No invoices yet",
        text: "Choose a plan and ask for an invoice, or pay at once. The tax invoice appears here after payment.",
        actions: (
          <LinkButton to={href("/subscribe")} variant="primary" icon={Package}>
            See products and plans
          </LinkButton>
        ),
      }}
      filtered={nothingMatches("invoice")}
    >
      <SelfcareTabs current="invoices" />
    </ListPage>
  );
}
