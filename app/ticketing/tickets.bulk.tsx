// /ticketing/tickets/bulk - the last step before the ticked tickets are changed or deleted (?ids=, ?what=)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Check, ListChecks, Trash2 } from "lucide-react";
import { whyNot } from "../../rules/ticket-labels";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { act, page } from "../shell/page.server";
import { howMany } from "./kit/labels";
import { TicketLines } from "./ticket/customer-panel";
import { BulkForm, changeBulk, loadBulk } from "./tickets/bulk.server";

const path = "/ticketing/tickets/bulk";

export const meta = titled("Change tickets");

export const loader = page(path, loadBulk);

export const action = act(path, BulkForm, changeBulk);

/** As many as can be looked over; the count says how many there are. */
const shown = 25;

export default function BulkTickets() {
  const found = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { deletes, tickets, to } = found;
  const facts = changesIn(found);
  const back = { label: "Back to the list", to };
  const count = howMany(tickets.length);
  if (tickets.length === 0 || (!deletes && facts.length === 0))
    return (
      <>
        <PageHeader title="Change tickets" back={back} />
        <PostResult last={last} />
        <section className="card">
          <EmptyState
            icon={ListChecks}
            title={tickets.length === 0 ? "No tickets selected" : "No changes chosen"}
            text={
              tickets.length === 0
                ? "Select tickets in the list, then choose what to change. Tickets that were deleted or merged in the meantime are left out."
                : `${count} ${tickets.length === 1 ? "is" : "are"} selected. Choose what to change in the list.`
            }
            actions={<LinkButton to={to}>Back to the list</LinkButton>}
          />
        </section>
      </>
    );
  const cannot = found.given.status
    ? tickets.filter(({ status }) => whyNot(status, found.given.status ?? status)).length
    : 0;
  return (
    <div className="max-w-[760px]">
      <PostResult last={last} />
      <PageHeader
        title={deletes ? `Delete ${count}?` : `Change ${count}?`}
        text={
          deletes
            ? "They are removed from all lists and reports with their comments and files. You can undo this for 30 days."
            : "Check the details. Each ticket's history records who made the change."
        }
        back={back}
      />
      {!deletes && <DescriptionList facts={facts} />}
      {cannot > 0 && (
        <p className="mt-3 text-warn">
          {howMany(cannot)} of these cannot get that status and {cannot === 1 ? "stays" : "stay"} as{" "}
          {cannot === 1 ? "it is" : "they are"}.
        </p>
      )}
      <section className="card my-4" aria-label="The tickets">
        <div className="card-head">
          <h2>The tickets</h2>
          <p className="num ml-auto text-sm text-quiet">{tickets.length.toLocaleString("en-KE")}</p>
        </div>
        <TicketLines tickets={tickets.slice(0, shown)} empty="" />
        {tickets.length > shown && (
          <p className="border-t border-line px-4 py-2.5 text-sm text-quiet">
            And {(tickets.length - shown).toLocaleString("en-KE")} more.
          </p>
        )}
      </section>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="to" value={to} />
        {tickets.map(({ id }) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
        {Object.entries(found.given).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        {deletes ? (
          <Button variant="danger" size="lg" icon={Trash2} name="intent" value="delete" working={working}>
            Delete {count}
          </Button>
        ) : (
          <Button variant="primary" size="lg" icon={Check} name="intent" value="change" working={working}>
            Change {count}
          </Button>
        )}
        <LinkButton to={to} size="lg">
          {deletes ? "Keep them" : "Cancel"}
        </LinkButton>
      </Form>
    </div>
  );
}

type BulkData = ReturnType<typeof useLoaderData<typeof loader>>;

/** What each chosen field becomes, in words. */
function changesIn({ given, choices }: Pick<BulkData, "given" | "choices">) {
  const named: [label: string, value: string | number | undefined, offered: keyof typeof choices][] = [
    ["Status", given.status, "statuses"],
    ["Stage", given.stage_id, "stages"],
    ["Priority", given.priority_id, "priorities"],
    ["Type", given.type_id, "types"],
    ["Disposition", given.disposition_id, "dispositions"],
    ["Assign to", given.add_member, "members"],
    ["Assigned to the group", given.add_group, "groups"],
  ];
  return named.flatMap(([label, value, offered]) => {
    if (value === undefined) return [];
    const choice = choices[offered].find((one) => one.value === String(value));
    return choice ? [{ label, value: choice.label }] : [];
  });
}
