// /ticketing/show/:index/details - a ticket's words, files, items and history
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { page, receive } from "../shell/page.server";
import { changeDetails, type DetailsAnswer } from "./details.server";
import { FilesCard, ItemsCard } from "./details-panel";
import { FieldCard } from "./field-card";
import { HistoryCard } from "./history-panel";
import { loadChoices, loadHistory, loadTicket } from "./ticket.server";
import { TicketFrame } from "./ticket-frame";

const path = "/ticketing/show/:index/details";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Details of #${data?.ticket.id ?? ""} - ${brand.name}` },
];

export const loader = page(path, async (given) => {
  const [base, choices] = await Promise.all([loadTicket(given), loadChoices(given)]);
  return { ...base, people: choices.members, history: await loadHistory(given, base.ticket) };
});

export const action = receive(path, changeDetails);

export default function Details() {
  const { ticket, zone, now, oversees, people, history } = useLoaderData<typeof loader>();
  const last = useActionData<DetailsAnswer>();
  const working = useNavigation().state === "submitting";
  const action = href(path, { index: ticket.id });
  const shared = { ticket, action, zone, working };
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <ActionNotice notice={last?.notice} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FieldCard
          title="Subject and description"
          {...shared}
          refused={last?.refused}
          fieldsOf={(of) => [
            { field: "subject", label: "Subject", now: of.subject, most: 300 },
            { field: "description", label: "Description", now: of.description, type: "area", most: 20_000 },
          ]}
        />
        <div className="grid min-w-0 gap-4">
          <FilesCard {...shared} files={last?.files ?? []} errors={last?.errors.files ?? []} />
          <ItemsCard {...shared} people={people} errors={last?.errors.name ?? []} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <HistoryCard history={history} zone={zone} />
        </div>
      </div>
    </TicketFrame>
  );
}
