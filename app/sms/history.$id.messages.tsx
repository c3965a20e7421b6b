// /sms/history/:id/messages - what became of each message of a blast
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { messageStatus, titleOf } from "../kit/blast-labels";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { blastAt, blastId } from "./blast.server";
import { messageColumns } from "./blast-messages";
import { messagesOf } from "./messages.list";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Messages of ${data ? titleOf(data.blast) : "a blast"} - ${brand.name}` },
];

export const loader = page("/sms/history/:id/messages", async ({ api, params, url, viewer }) => {
  const list = messagesOf(blastId(params.id));
  const search = searchOf(list, url);
  const [blast, rows] = await Promise.all([blastAt(api, params), list.rows(api, search)]);
  const { id, name, body } = blast;
  return { blast: { id, name, body }, rows: expectStatus(rows, 200), search, zone: viewer.time_zone };
});

export default function Messages() {
  const { blast, rows, search, zone } = useLoaderData<typeof loader>();
  const location = useLocation();
  const bare = href("/sms/history/:id/messages", { id: blast.id });
  const status = search.status && messageStatus[search.status].word;
  const chips = [
    ...(search.q ? [{ label: "Search", value: search.q, remove: withQuery(location.search, { q: undefined }) }] : []),
    ...(status ? [{ label: "Outcome", value: status, remove: withQuery(location.search, { status: undefined }) }] : []),
  ];
  const choices = Object.entries(messageStatus).map(([value, { word }]) => ({ value, label: word }));
  return (
    <>
      <PageHeader
        title="Messages"
        trail={[
          { label: "SMS history", to: href("/sms/history") },
          { label: titleOf(blast), to: href("/sms/history/:id", { id: blast.id }) },
        ]}
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name or number", value: search.q }}
        chips={chips}
        clear={bare}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: "Outcome",
            choices,
            ...(search.status ? { value: search.status } : {}),
          },
        ]}
      />
      <ListCard
        noun={["message", "messages"]}
        rows={rows}
        columns={messageColumns(zone)}
        id={(message) => String(message.seq)}
        csvHref={href("/sms/history/:id/messages.csv", { id: blast.id })}
        empty={
          <EmptyState
            kind={chips.length > 0 ? "filtered" : "empty"}
            {...(chips.length > 0 ? {} : { icon: MessageSquareText })}
            title={chips.length > 0 ? "Nothing matches these filters" : "No messages"}
            text={
              chips.length > 0
                ? "No message of this blast has that outcome, name or number. Remove a filter to see more."
                : "This blast has no recipients."
            }
            actions={chips.length > 0 && <LinkButton to={bare}>Clear the filters</LinkButton>}
          />
        }
      />
    </>
  );
}
