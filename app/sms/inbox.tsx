// /sms/inbox - messages received, newest first (Q093)
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Inbox as InboxIcon } from "lucide-react";
import { z } from "zod";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { withQuery } from "../kit/list";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useLive } from "../kit/use-live";
import { act, done, page } from "../shell/page.server";
import { sendingRights } from "./blasts/blast.server";
import { InboxActions } from "./inbox/inbox-actions";
import { received } from "./inbox.list";

export const meta = titled("SMS inbox");

export const loader = page("/sms/inbox", async (given) => {
  return { ...(await loadList(received, given)), mayReply: sendingRights(given.viewer).express };
});

export const action = act("/sms/inbox", z.object({ read: id }), async ({ api, value, refuse, from, url }) => {
  const answer = await api.messaging.readInbox({ params: { id: value.read } });
  return answer.status === 201
    ? done(from, `${href("/sms/inbox")}${withQuery(url.search, {}, true)}`)
    : refuse(answer.body);
});

export default function Inbox() {
  const { mayReply, ...found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  useLive(found.rows.current_page === 1, 5000);
  return (
    <>
      {last?.notice && <ActionNotice notice={last.notice} />}
      <ListPage
        list={received}
        found={found}
        text="Replies, and messages to your short codes."
        actions={
          <LinkButton to={`${href("/sms/inbox")}${search}`} className="[@media(scripting:enabled)]:hidden">
            Refresh
          </LinkButton>
        }
        action={(message) => <InboxActions message={message} mayReply={mayReply} />}
        empty={{
          icon: InboxIcon,
          title: "No messages received yet",
          text: "Replies, and messages to your short codes, appear here within seconds.",
        }}
        filtered={{
          title: "Nothing matches these filters",
          text: "No message has that number or text. Remove a filter to see more.",
        }}
      />
    </>
  );
}
