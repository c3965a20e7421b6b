// /jibu/admin/carrier - the link to the SMS carrier: its state, its settings, and what it sent that nobody knows
import { useActionData, useLoaderData } from "@remix-run/react";
import { commas, showDate } from "../../rules/format";
import type { Connector, Unmatched } from "../../services/messaging/contract.connectors";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { Table } from "../kit/ui/table";
import { Tabs } from "../kit/ui/tabs";
import { act, done, expectStatus, page } from "../shell/page.server";
import { CarrierForm, CarrierSettings } from "./carrier/carrier-form";

const path = "/jibu/admin/carrier";

export const meta = titled("SMS carrier");

/** Whether the URL asks for the second carrier; anything odd is the first. */
const isSecond = (url: URL) => url.searchParams.get("carrier") === "second";

export const loader = page(path, async ({ api, url, viewer }) => {
  const second = isSecond(url);
  const [connector, unmatched] = await Promise.all([
    second ? api.messaging.secondConnector({}) : api.messaging.connector({}),
    api.messaging.unmatched({}),
  ]);
  return {
    ...{ second, connector: expectStatus(connector, 200), unmatched: expectStatus(unmatched, 200) },
    zone: viewer.time_zone,
  };
});

export const action = act(path, CarrierForm, async ({ api, url, value, refuse, from }) => {
  const second = isSecond(url);
  const change = second ? api.messaging.updateSecondConnector : api.messaging.updateConnector;
  const answer = await change({ body: value });
  const to = href(path, undefined, { carrier: second ? "second" : undefined });
  return answer.status === 201 ? done(from, to, "The settings were saved.") : refuse(answer.body);
});

export default function Carrier() {
  const { second, connector, unmatched, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title="SMS carrier"
        text={`How messages leave for the networks. The address and the password are in ${second ? "SMPP2_URL" : "SMPP_URL"}.`}
      />
      <Tabs
        label="Carriers"
        tabs={[
          { label: "First carrier", to: href(path), current: !second },
          { label: "Second carrier", to: href(path, undefined, { carrier: "second" }), current: second },
        ]}
      />
      <div className="grid max-w-[960px] gap-4">
        <DescriptionList facts={factsOf(connector, zone)} />
        <CarrierSettings
          key={`${connector.name} ${connector.changed_at}`}
          settings={connector.settings}
          prefix={second ? "SMPP2" : "SMPP"}
          last={last}
        />
        <Receipts unmatched={unmatched} zone={zone} />
        <Messages unmatched={unmatched} zone={zone} />
      </div>
    </>
  );
}

function factsOf({ link, changed_by, changed_at }: Connector, zone: string) {
  const { up, since, reason } = link;
  return [
    {
      label: "Link",
      value: <Status kind={up ? "good" : "bad"}>{up ? "Connected" : "Not connected"}</Status>,
      note: [since ? `since ${showDate(since, zone)}` : "", reason].filter(Boolean).join(". "),
    },
    {
      label: "Settings",
      value: changed_at ? `Changed by ${changed_by} on ${showDate(changed_at, zone)}` : "No one has changed them",
    },
  ];
}

/** "50 of 1,204" when not all are shown. */
function howMany(shown: number, total: number): string {
  return total > shown ? `The last ${commas(shown)} of ${commas(total)}` : commas(total);
}

type UnmatchedProps = { unmatched: Unmatched; zone: string };

function Receipts({ unmatched: { receipts, receipts_total }, zone }: UnmatchedProps) {
  return (
    <Card label="Unmatched receipts" className="overflow-hidden">
      <CardHead title="Unmatched receipts">
        <span className="num text-sm text-quiet">{howMany(receipts.length, receipts_total)}</span>
      </CardHead>
      {receipts.length === 0 ? (
        <p className="p-4 text-sm text-quiet">Every receipt of the last three days belongs to a message.</p>
      ) : (
        <Table
          label="Unmatched receipts"
          rows={receipts}
          id={({ provider_id }) => provider_id}
          columns={[
            {
              name: "id",
              label: "Carrier's ID",
              wide: true,
              num: true,
              mobileOrder: 1,
              cell: (row) => row.provider_id,
            },
            {
              name: "state",
              label: "State",
              mobileOrder: 2,
              cell: ({ state, error }) => (error ? `${state} (${error})` : state),
            },
            {
              name: "at",
              label: "Received",
              muted: true,
              mobileOrder: 3,
              cell: ({ at }) => <DateTime at={at} zone={zone} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

function Messages({ unmatched: { messages, messages_total }, zone }: UnmatchedProps) {
  return (
    <Card label="Messages for no account" className="overflow-hidden">
      <CardHead title="Messages for no account">
        <span className="num text-sm text-quiet">{howMany(messages.length, messages_total)}</span>
      </CardHead>
      {messages.length === 0 ? (
        <p className="p-4 text-sm text-quiet">Every message of the last two weeks belongs to an account.</p>
      ) : (
        <Table
          label="Messages for no account"
          rows={messages}
          id={({ id }) => String(id)}
          columns={[
            { name: "from", label: "From", num: true, mobileOrder: 1, cell: ({ from }) => from },
            { name: "to", label: "To", num: true, mobileOrder: 2, cell: ({ to }) => to },
            {
              name: "text",
              label: "Message",
              wide: true,
              mobileOrder: 3,
              cell: ({ text }) => <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>,
            },
            {
              name: "at",
              label: "Received",
              muted: true,
              mobileOrder: 4,
              cell: ({ at }) => <DateTime at={at} zone={zone} />,
            },
          ]}
        />
      )}
    </Card>
  );
}
