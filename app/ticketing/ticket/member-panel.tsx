import { Form } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import type { TicketDetail } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import { useSubmitInTurn } from "../../kit/submit-in-turn";
import { useHeld } from "../../kit/typed";
import { Button } from "../../kit/ui/button";
import { type Choice, Select } from "../../kit/ui/field";
import type { Choices } from "../kit/choices";

type MembersProps = { ticket: TicketDetail; choices: Choices };
type Person = { id: string; name: string; note?: string };

/** Members, groups and watchers: each can be added and taken away. */
export function MembersCard({ ticket, choices }: MembersProps) {
  return (
    <section className="card" aria-label="Members and groups">
      <div className="card-head">
        <h2>Members and groups</h2>
      </div>
      <People
        ticket={ticket}
        title="Members"
        kind="member"
        held={ticket.members.map(({ id, name, email }) => ({ id, name, note: email }))}
        offered={choices.members}
        none="Unassigned."
      />
      <People
        ticket={ticket}
        title="Groups"
        kind="group"
        held={ticket.groups.map(({ id, name }) => ({ id: String(id), name }))}
        offered={choices.groups}
        none="No groups."
      />
      <People
        ticket={ticket}
        title="Watchers"
        kind="watcher"
        held={ticket.watchers.map(({ id, name, email }) => ({ id, name, note: email }))}
        offered={choices.members}
        none="No watchers. Watchers get notifications only."
      />
    </section>
  );
}

type PeopleProps = Pick<MembersProps, "ticket"> & {
  title: string;
  kind: "member" | "group" | "watcher";
  held: readonly Person[];
  offered: readonly Choice[];
  none: string;
};

function People({ ticket, title, kind, held, offered, none }: PeopleProps) {
  const action = href("/ticketing/show/:index/member", { index: ticket.id });
  const { working, onSubmit } = useSubmitInTurn(action);
  const ref = useRef<HTMLFormElement>(null);
  const drawn = useHeld(held.length, ref);
  const free = offered.filter(({ value }) => !held.some(({ id }) => id === value));
  return (
    <div className="grid gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <h3 className="text-sm text-quiet">{title}</h3>
      {held.length === 0 && <p className="text-sm">{none}</p>}
      {held.length > 0 && (
        <ul className="grid gap-1">
          {held.map(({ id, name, note }) => (
            <li key={id} className="flex min-h-8 items-center gap-2">
              <span className="min-w-0 flex-1 truncate" title={note}>
                {name}
              </span>
              <Form method="post" action={action} onSubmit={onSubmit}>
                <input type="hidden" name="kind" value={kind} />
                <input type="hidden" name="who" value={id} />
                <Button variant="ghost" icon={X} name="intent" value="take" label={`Remove ${name}`} />
              </Form>
            </li>
          ))}
        </ul>
      )}
      {free.length > 0 && (
        <Form
          key={drawn}
          ref={ref}
          data-keeps
          method="post"
          action={action}
          className="flex items-end gap-2"
          onSubmit={onSubmit}
        >
          <input type="hidden" name="kind" value={kind} />
          <Select
            id={`add-${kind}`}
            name="who"
            label={<span className="sr-only">Add to {title.toLowerCase()}</span>}
            className="min-w-0 flex-1"
            choices={free}
            empty="Choose"
          />
          <Button icon={Plus} name="intent" value="add" working={working}>
            Add
          </Button>
        </Form>
      )}
    </div>
  );
}
