// /reseller/outboxes - what became of each message of a blast for a child account (`?child=&blast=`)
import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { RefreshCw } from "lucide-react";
import { brand } from "../../rules/brand";
import { showKes } from "../../rules/money";
import { showPhone } from "../../rules/phone";
import type { BlastMessage } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { blastStatus, messageStatus, titleOf } from "../kit/blast-labels";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { Status } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";
import { useLive } from "../kit/use-live";
import { expectStatus, page } from "../shell/page.server";
import { some } from "./labels";
import { outbox } from "./outbox.list";

const path = "/reseller/outboxes";

export const meta: MetaFunction = () => [{ title: `Messages of an account - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(outbox, url);
  const { child, blast: id } = search;
  if (!child || !id) throw redirect(href("/reseller/history", undefined, { child: child || undefined }));
  const [blast, rows, account] = await Promise.all([
    api.identity.childBlast({ params: { child, id } }),
    outbox.rows(api, search),
    api.identity.child({ params: { child } }),
  ]);
  return {
    blast: expectStatus(blast, 200),
    rows: expectStatus(rows, 200),
    name: expectStatus(account, 200).name,
    search,
    zone: viewer.time_zone,
  };
});

const columns = (zone: string): Column<BlastMessage>[] => [
  {
    name: "recipient",
    label: "Recipient",
    mobileOrder: 1,
    cell: (message) => <b className="font-medium">{message.name || showPhone(message.msisdn)}</b>,
  },
  {
    name: "number",
    label: "Number",
    muted: true,
    mobileOrder: 3,
    num: true,
    cell: (message) => showPhone(message.msisdn),
  },
  { name: "network", label: "Network", hideOnSmall: true, cell: (message) => message.network },
  {
    name: "outcome",
    label: "Outcome",
    wide: true,
    mobileOrder: 5,
    cell: ({ status, reason }) => (
      <Status kind={messageStatus[status].kind}>
        {messageStatus[status].word}
        {reason && <span className="text-quiet max-sm:whitespace-normal">: {reason}</span>}
      </Status>
    ),
  },
  { name: "parts", label: "Parts", align: "right", hideOnSmall: true, cell: (message) => message.parts },
  {
    name: "time",
    label: "Time",
    muted: true,
    alignEnd: true,
    mobileOrder: 4,
    cell: ({ done_at, submitted_at }) => {
      const at = done_at ?? submitted_at;
      return at ? <DateTime at={at} zone={zone} /> : "–";
    },
  },
];

export default function Outbox() {
  const { blast, rows, name, search, zone } = useLoaderData<typeof loader>();
  const { pathname, search: query } = useLocation();
  const running = blast.status === "sending";
  useLive(running, 2_000);
  const bare = href(path, undefined, { child: search.child, blast: search.blast });
  const status = search.status && messageStatus[search.status].word;
  const chips = [
    ...(search.q ? [{ label: "Search", value: search.q, remove: withQuery(query, { q: undefined }) }] : []),
    ...(status ? [{ label: "Outcome", value: status, remove: withQuery(query, { status: undefined }) }] : []),
  ];
  const state = blastStatus[blast.status];
  const count = (value: number) => value.toLocaleString("en-KE");
  return (
    <>
      <PageHeader
        title={titleOf(blast)}
        text={`For ${name}, from ${blast.sender}.`}
        back={{ label: "Sent for accounts", to: href("/reseller/history", undefined, { child: search.child }) }}
        actions={
          running && (
            <LinkButton to={`${pathname}${query}`} icon={RefreshCw} preventScrollReset>
              Refresh
            </LinkButton>
          )
        }
      />
      <div className="mb-4">
        <StatStrip
          label="In short"
          stats={[
            { label: "Status", value: state.word, note: some(blast.recipients, "recipient") },
            { label: "Delivered", value: count(blast.delivered), note: `${count(blast.submitted)} await a receipt` },
            { label: "Not delivered", value: count(blast.failed), note: `${count(blast.queued)} still to go` },
            { label: "Charged", value: showKes(blast.charged_cents), note: `of ${showKes(blast.cost_cents)}` },
          ]}
        />
      </div>
      <Filters
        params={[...new URLSearchParams(query)]}
        search={{ name: "q", label: "Name or number", value: search.q }}
        chips={chips}
        clear={bare}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: "Outcome",
            choices: Object.entries(messageStatus).map(([value, { word }]) => ({ value, label: word })),
            ...(search.status ? { value: search.status } : {}),
          },
        ]}
      />
      <ListCard
        noun={["message", "messages"]}
        rows={rows}
        columns={columns(zone)}
        id={(message) => String(message.seq)}
        csvHref={href("/reseller/outboxes.csv")}
        empty={
          <EmptyState
            kind="filtered"
            title="Nothing matches these filters"
            text="No message of this blast has that outcome, name or number. Remove a filter to see more."
            actions={<LinkButton to={bare}>Clear the filters</LinkButton>}
          />
        }
      />
    </>
  );
}
