// /email/outbox/:id/recipients - what became of the email to each recipient
import { useLoaderData } from "@remix-run/react";
import { Mail } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";
import { mailingTitle } from "./mailings/labels";
import { mailingAt } from "./mailings/mailing.server";
import { recipients } from "./mailings/recipients.list";

export const meta = titledBy<typeof loader>(({ data }) => `Recipients of ${data ? data.mailing.title : "an email"}`);

export const loader = page("/email/outbox/:id/recipients", async (given) => {
  const mailing = await mailingAt(given.api, given.params);
  return { ...(await loadList(recipients, given)), mailing: { id: mailing.id, title: mailingTitle(mailing) } };
});

export default function Recipients() {
  const { mailing, ...found } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={recipients}
      found={found}
      trail={[
        { label: "Email outbox", to: href("/email/outbox") },
        { label: mailing.title, to: href("/email/outbox/:id", { id: mailing.id }) },
      ]}
      empty={{ icon: Mail, title: "No recipients", text: "This email has no recipients." }}
    />
  );
}
