// /ticketing/show/:index/details - a ticket's words, files, items and history
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { act, page } from "../shell/page.server";
import { changeDetails, DetailsForm } from "./ticket/details.server";
import { FilesCard, ItemsCard } from "./ticket/details-panel";
import { FieldCard } from "./ticket/field-card";
import { HistoryCard } from "./ticket/history-panel";
import { loadHistory, loadTicket, loadTicketChoices } from "./ticket/ticket.server";
import { TicketFrame } from "./ticket/ticket-frame";

const path = "/ticketing/show/:index/details";

export const meta = titledBy<typeof loader>(({ data }) => `Details of #${data?.ticket.id ?? ""}`);

export const loader = page(path, async (given) => {
  const [base, choices] = await Promise.all([loadTicket(given), loadTicketChoices(given)]);
  return { ...base, people: choices.members, history: await loadHistory(given, base.ticket) };
});

export const action = act(path, DetailsForm, changeDetails, { files: "ticket" });

export default function Details() {
  const { ticket, zone, now, oversees, people, history } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const shared = { ticket, action: href(path, { index: ticket.id }), zone, working };
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <PostResult last={last} idOf={(name) => (name === "name" ? "item-name" : name)} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FieldCard
          title="Subject and description"
          {...shared}
          refused={typedValue(last, "intent") === "fields" ? last : undefined}
          fieldsOf={(of) => [
            { field: "subject", label: "Subject", now: of.subject, most: 300 },
            { field: "description", label: "Description", now: of.description, type: "area", most: 20_000 },
          ]}
        />
        <div className="grid min-w-0 gap-4">
          <FilesCard {...shared} files={last?.files ?? []} errors={errors.files ?? []} />
          <ItemsCard {...shared} people={people} errors={errors.name ?? []} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <HistoryCard history={history} zone={zone} />
        </div>
      </div>
    </TicketFrame>
  );
}
