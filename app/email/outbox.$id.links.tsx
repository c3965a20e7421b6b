// /email/outbox/:id/links - the links of an email, and how many people followed each
import { useLoaderData } from "@remix-run/react";
import { Link2 } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";
import { mailingTitle } from "./mailings/labels";
import { mailingLinks } from "./mailings/links.list";
import { mailingAt } from "./mailings/mailing.server";

export const meta = titledBy<typeof loader>(({ data }) => `Links of ${data ? data.mailing.title : "an email"}`);

export const loader = page("/email/outbox/:id/links", async (given) => {
  const mailing = await mailingAt(given.api, given.params);
  return { ...(await loadList(mailingLinks, given)), mailing: { id: mailing.id, title: mailingTitle(mailing) } };
});

export default function EmailLinks() {
  const { mailing, ...found } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={mailingLinks}
      found={found}
      trail={[
        { label: "Email outbox", to: href("/email/outbox") },
        { label: mailing.title, to: href("/email/outbox/:id", { id: mailing.id }) },
      ]}
      empty={{
        icon: Link2,
        title: "No links are counted",
        text: "This email has no links to the web, or its clicks are not counted.",
      }}
    />
  );
}
