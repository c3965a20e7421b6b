// /settings/data-protection/consents - who agreed to be written to, or no longer does: when, and how
import { useLoaderData } from "@remix-run/react";
import { Handshake } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { consents } from "./data-protection.consents.list";
import { PrivacyTabs } from "./privacy/privacy-tabs";

export const meta = titled("Consent");

export const loader = listLoader("/settings/data-protection/consents", consents);

export default function Consents() {
  return (
    <ListPage
      list={consents}
      found={useLoaderData<typeof loader>()}
      title="Data protection"
      text="Consent history. The latest entry applies."
      empty={{
        icon: Handshake,
        title: "No consent recorded yet",
        text: "Entries appear here when someone texts STOP or START, or a colleague records their choice.",
      }}
      filtered={{ title: "Nothing matches", text: "No consent is recorded for this number or address." }}
    >
      <PrivacyTabs now="consents" />
    </ListPage>
  );
}
