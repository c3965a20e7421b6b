// /sms/inbox - messages received, newest first (Q093)
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Inbox as InboxIcon } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { showPhone } from "../../rules/phone";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { useLive } from "../kit/use-live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { sendingOf } from "./blast.server";
import { received } from "./inbox.list";
import { InboxActions, inboxColumns } from "./inbox.parts";

export const meta: MetaFunction = () => [{ title: `SMS inbox - ${brand.name}` }];

export const loader = page("/sms/inbox", async ({ api, url, viewer }) => {
  const search = searchOf(received, url);
  const rows = expectStatus(await received.rows(api, search), 200);
  return { rows, search, zone: viewer.time_zone, mayReply: sendingOf(viewer).express };
});

export const action = act("/sms/inbox", z.object({ read: id }), async ({ api, value, refuse, from, url }) => {
  const answer = await api.messaging.readInbox({ params: { id: value.read } });
  return answer.status === 201
    ? done(from, `${href("/sms/inbox")}${withQuery(url.search, {}, true)}`)
    : refuse(answer.body);
});

export default function Inbox() {
  const { rows, search, zone, mayReply } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const location = useLocation();
  useLive(rows.current_page === 1, 5000);
  const chips = [
    ...(search.q ? [{ label: "Search", value: search.q, remove: withQuery(location.search, { q: undefined }) }] : []),
    ...(search.number
      ? [
          {
            label: "Number",
            value: showPhone(search.number),
            remove: withQuery(location.search, { number: undefined }),
          },
        ]
      : []),
  ];
  const filtered = chips.length > 0;
  return (
    <>
      {last?.notice && <ActionNotice notice={last.notice} />}
      <PageHeader
        title="SMS inbox"
        text="Replies, and messages to your short codes."
        actions={
          <LinkButton to={`${href("/sms/inbox")}${location.search}`} className="[@media(scripting:enabled)]:hidden">
            Refresh
          </LinkButton>
        }
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name, number or text", value: search.q }}
        chips={chips}
        clear={href("/sms/inbox")}
        fields={[
          {
            kind: "text",
            name: "number",
            label: "Number",
            help: "Such as 0712 345 678.",
            ...(search.number ? { value: search.number } : {}),
          },
        ]}
      />
      <ListCard
        noun={["message", "messages"]}
        rows={rows}
        columns={inboxColumns(zone)}
        id={(message) => String(message.id)}
        action={(message) => <InboxActions message={message} mayReply={mayReply} />}
        csvHref={href("/sms/inbox.csv")}
        empty={
          <EmptyState
            kind={filtered ? "filtered" : "empty"}
            {...(filtered ? {} : { icon: InboxIcon })}
            title={filtered ? "Nothing matches these filters" : "No messages received yet"}
            text={
              filtered
                ? "No message has that number or text. Remove a filter to see more."
                : "Replies, and messages to your short codes, appear here within seconds."
            }
            actions={filtered && <LinkButton to={href("/sms/inbox")}>Clear the filters</LinkButton>}
          />
        }
      />
    </>
  );
}
