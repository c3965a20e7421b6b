// /sms/history/:id/clicks - who followed the links of a blast
import { useLoaderData } from "@remix-run/react";
import { MousePointerClick } from "lucide-react";
import { href } from "../href";
import { blastTitle } from "../kit/blast-labels";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";
import { blastAt } from "./blasts/blast.server";
import { clicks } from "./blasts/clicks.list";

export const meta = titledBy<typeof loader>(
  ({ data }) => `Link clicks of ${data ? blastTitle(data.blast) : "a blast"}`,
);

export const loader = page("/sms/history/:id/clicks", async (given) => {
  const { id, name, body } = await blastAt(given.api, given.params);
  return { ...(await loadList(clicks, given)), blast: { id, name, body } };
});

export default function LinkClicks() {
  const { blast, ...found } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={clicks}
      found={found}
      trail={[
        { label: "SMS history", to: href("/sms/history") },
        { label: blastTitle(blast), to: href("/sms/history/:id", { id: blast.id }) },
      ]}
      empty={{ icon: MousePointerClick, title: "No clicks", text: "No one has followed a link of this blast yet." }}
      filtered={{
        title: "Nothing matches these filters",
        text: "No one with that name, number or link is here. Remove a filter to see more.",
      }}
    />
  );
}
