import { Form, useLocation } from "@remix-run/react";
import { maxBulkContacts } from "../../../rules/chat-bulk";
import { chatPriorities, chatPriorityNames } from "../../../rules/chat-priority";
import { snoozeChoices } from "../../../rules/snooze";
import type { Contact } from "../../../services/chat/contract.schemas";
import { type RefusedPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Drawer } from "../../kit/ui/drawer";
import { EmptyState } from "../../kit/ui/empty-state";
import { type Choice, Select } from "../../kit/ui/field";
import type { BulkResult } from "./bulk.server";
import type { InboxData } from "./inbox.server";
import { inboxHref } from "./inbox-links";
import { conversationCount, customerName } from "./labels";
import { isFull, loadWords } from "./transfer-drawer";

type BulkProps = {
  inbox: InboxData;
  rows: readonly Contact[];
  last: (RefusedPost & { bulk?: BulkResult }) | undefined;
  working: boolean;
};

/** What is done with the selected conversations; they end only after one more question. */
export function BulkDrawer(props: BulkProps) {
  const { inbox, rows, last, working } = props;
  const { search: asked } = inbox;
  const { search } = useLocation();
  const result = last?.bulk;
  // What was changed is out of it; what was refused can be tried again.
  const ids = result ? result.refused.map(({ id }) => id) : asked.ids;
  // The step that asks once more before they end.
  const ending = asked.end !== undefined || Boolean(typedValue(last, "end"));
  const chosen = ids.join(",");
  const close = inboxHref(search, { ids: chosen });
  const here = inboxHref(search, { ids: chosen, drawer: "bulk" });
  const named = (id: number) => {
    const row = rows.find(({ contact_id }) => contact_id === id);
    return row ? customerName(row) : `Conversation #${id}`;
  };
  if (ids.length === 0 || ids.length > maxBulkContacts)
    return (
      <Drawer title="Change several conversations" close={close}>
        <EmptyState
          title={ids.length === 0 ? "Nothing selected" : "Too many to change at once"}
          text={
            ids.length === 0
              ? "Select conversations in the list first."
              : `Change at most ${maxBulkContacts} conversations at once. ${ids.length} are selected.`
          }
          actions={<LinkButton to={close}>Back to the list</LinkButton>}
        />
      </Drawer>
    );
  const count = conversationCount(ids.length);
  return (
    <Drawer
      title={ending ? `End ${count}?` : `Change ${count}`}
      close={close}
      foot={
        ending ? (
          <>
            <Button variant="danger" size="lg" form="bulk" name="end" value="1" working={working}>
              End {count}
            </Button>
            <LinkButton to={here} size="lg" variant="ghost" preventScrollReset>
              Cancel
            </LinkButton>
          </>
        ) : (
          <>
            <Button variant="primary" size="lg" form="bulk" working={working}>
              Save changes
            </Button>
            <LinkButton to={close} size="lg" variant="ghost">
              Cancel
            </LinkButton>
            <LinkButton
              to={inboxHref(search, { ids: chosen, drawer: "bulk", end: "1" })}
              size="lg"
              variant="danger-outline"
              className="ml-auto"
              preventScrollReset
            >
              End them
            </LinkButton>
          </>
        )
      }
    >
      {result && <Refused result={result} named={named} />}
      <Form
        id="bulk"
        method="post"
        action={ending ? inboxHref(search, { ids: chosen, drawer: "bulk", end: "1" }) : here}
        className="grid gap-5"
        data-keeps=""
        preventScrollReset
      >
        <input type="hidden" name="intent" value="bulk" />
        {ending ? (
          <p>
            Each then needs a disposition. A customer who writes again starts a new conversation. Those that no one has
            answered end without an answer.
          </p>
        ) : (
          <Changes {...props} />
        )}
      </Form>
      {!result && (
        <section aria-label="Selected conversations">
          <h3 className="mb-1 text-sm font-medium text-quiet">Selected</h3>
          <ul className="divide-y divide-line rounded-md border border-line">
            {ids.map((id) => (
              <li key={id} className="truncate px-3 py-1.5">
                {named(id)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Drawer>
  );
}

function Changes({ inbox, last }: BulkProps) {
  const { labels, teams } = inbox.filters;
  const typed = (name: string) => typedValue(last, name) ?? "";
  const labelChoices = labels.map(({ id, name }) => ({ value: String(id), label: name }));
  const people: Choice[] = (inbox.colleagues ?? []).map((one) => ({
    value: one.participant_id,
    label: `${one.participant_id === inbox.me.id ? "Yourself" : one.name || one.email}: ${loadWords(one)}`,
    disabled: isFull(one),
  }));
  const groups: Choice[] =
    teams.length > 1 ? teams.map(({ id, name }) => ({ value: `team:${id}`, label: `Team ${name}` })) : [];
  const common = { empty: "No change" };
  return (
    <>
      <Select
        {...common}
        id="bulk-to"
        name="participant_id"
        label="Assign to"
        help={people.length === 0 ? "No one is online now." : ""}
        choices={[...people, ...groups]}
        defaultValue={typed("participant_id")}
      />
      <Select
        {...common}
        id="bulk-priority"
        name="priority"
        label="Priority"
        choices={chatPriorities.map((one) => ({ value: one, label: chatPriorityNames[one] }))}
        defaultValue={typed("priority")}
      />
      {labels.length > 0 && (
        <>
          <Select
            {...common}
            id="bulk-add"
            name="add_label"
            label="Add a label"
            choices={labelChoices}
            defaultValue={typed("add_label")}
          />
          <Select
            {...common}
            id="bulk-remove"
            name="remove_label"
            label="Remove a label"
            choices={labelChoices}
            defaultValue={typed("remove_label")}
          />
        </>
      )}
      <Select
        {...common}
        id="bulk-when"
        name="when"
        label="Snooze"
        help="Only conversations that an agent has taken can be snoozed."
        choices={Object.entries(snoozeChoices).map(([value, label]) => ({ value, label }))}
        defaultValue={typed("when")}
      />
    </>
  );
}

/** Each that was refused, with its reason. */
function Refused({ result: { changed, refused }, named }: { result: BulkResult; named(id: number): string }) {
  return (
    <section aria-label="Refused conversations" className="rounded-md border border-warn/60 bg-warn-soft p-3">
      <h3 className="font-semibold">
        {conversationCount(refused.length)} refused{changed > 0 && `, ${changed} changed`}
      </h3>
      <ul className="mt-1.5 grid gap-1.5 text-sm">
        {refused.map(({ id, reason }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium">{named(id)}:</span> {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
