// /crm/settings/duplicates - pairs of leads or contacts that may be the same, the likeliest first
import { useLoaderData } from "@remix-run/react";
import { CopyCheck } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { useEventRevalidate } from "../shell/live";
import { duplicatePairs } from "./settings.duplicates.list";

export const meta = titled("Possible duplicates");

export const loader = listLoader("/crm/settings/duplicates", duplicatePairs);

export default function Duplicates() {
  const found = useLoaderData<typeof loader>();
  useEventRevalidate(["lead", "crm_contact"]);
  return (
    <ListPage
      list={duplicatePairs}
      found={found}
      text="Leads or contacts that may be the same. Open a pair to compare the two. Nothing is merged until you confirm it."
      empty={{
        icon: CopyCheck,
        title: "No possible duplicates",
        text: "Leads and contacts with the same number or address, or a similar name in one company, are listed here.",
      }}
    />
  );
}
