// /sms/history - every blast and single message of the account
import { useLoaderData } from "@remix-run/react";
import { Plus, Send } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Tabs } from "../kit/ui/tabs";
import { page } from "../shell/page.server";
import { sendingRights } from "./blasts/blast.server";
import { BlastMenu } from "./blasts/blast-menu";
import { RecurringList } from "./blasts/recurring-cards";
import { blasts } from "./history.list";

const path = "/sms/history";

export const meta = titled("SMS history");

export const loader = page(path, async (given) => {
  const [list, recurring] = await Promise.all([loadList(blasts, given), given.api.messaging.recurringMessages({})]);
  return {
    ...list,
    sending: sendingRights(given.viewer),
    recurring: recurring.status === 200 ? recurring.body.data : [],
  };
});

const texts = {
  bulk: {
    write: "New bulk SMS",
    title: "No blasts yet",
    text: "A blast is one message to every contact of a group. Blasts appear here with their progress, cost and receipts.",
  },
  express: {
    write: "New single SMS",
    title: "No single messages yet",
    text: "Single messages and their delivery appear here.",
  },
  programs: {
    write: "New single SMS",
    title: "No messages from programs yet",
    text: "What your own programs send with an API key appears here.",
  },
};

export default function History() {
  const { sending, recurring, ...found } = useLoaderData<typeof loader>();
  const { express } = found.facts;
  const { view } = found.search;
  const { write, title, text } = texts[view];
  const compose = (express ? sending.express : sending.bulk) && (
    <LinkButton to={href(express ? "/sms/send" : "/sms/bulk")} variant="primary" icon={Plus}>
      {write}
    </LinkButton>
  );
  return (
    <ListPage
      list={express ? { ...blasts, noun: ["message", "messages"] } : blasts}
      found={found}
      text="Every blast and single message sent from this account."
      actions={compose}
      action={(blast) => <BlastMenu blast={blast} sending={sending} />}
      empty={{ icon: Send, title, text, actions: compose }}
    >
      {!express && <RecurringList messages={recurring} zone={found.facts.zone} />}
      <Tabs
        label="Kind"
        tabs={[
          { label: "Bulk", to: href(path), current: !express },
          { label: "Single", to: href(path, undefined, { view: "express" }), current: view === "express" },
          { label: "From programs", to: href(path, undefined, { view: "programs" }), current: view === "programs" },
        ]}
      />
    </ListPage>
  );
}
