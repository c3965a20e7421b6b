import { Form } from "@remix-run/react";
import { plannedMinutes } from "../../../rules/chat";
import type { Contact, Participant } from "../../../services/chat/contract.schemas";
import { href } from "../../href";
import { Avatar } from "../../kit/ui/avatar";
import { Button } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { AgentState } from "../inbox/agent-status";
import { customerName } from "../inbox/labels";

type LineProps = { agent: Participant & { open: Contact[] }; now: number; left: boolean };

/** One agent: what they are for how long of how long, what they have open, and the way back to the queue for it. */
export function AgentLine({ agent, now, left }: LineProps) {
  const planned = plannedMinutes[agent.status];
  const over = planned !== undefined && now - agent.status_since > planned * 60;
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 px-4 py-3 @md:grid-cols-2 @3xl:grid-cols-[minmax(9rem,1fr)_13rem_6rem_13rem]">
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={agent.name} />
        <Link className="link truncate font-medium" to={href("/chat/team/:id", { id: agent.participant_id })}>
          {agent.name}
        </Link>
      </span>
      <span className="text-sm">
        <AgentState agent={agent} now={now} />
        {planned !== undefined && (
          <span className={over ? "font-medium text-bad" : "text-quiet"}>
            {" "}
            of {planned} min{over && ", over"}
          </span>
        )}
      </span>
      <span className="num text-sm text-quiet">
        {agent.open.length} of {agent.active_conversations}
        {agent.idle > 0 && `, ${agent.idle} idle`}
      </span>
      {left && (
        <Form method="post">
          <input type="hidden" name="agent" value={agent.participant_id} />
          <Button>Return {agent.open.length} to the queue</Button>
        </Form>
      )}
      {agent.open.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm @md:col-span-full @md:pl-10">
          {agent.open.map((contact) => (
            <li key={contact.contact_id} className="max-w-56 truncate">
              <Link className="link" to={href("/chat/inbox", undefined, { chat: contact.contact_id })}>
                {customerName(contact)}
              </Link>
              {contact.snoozed_until !== null && <span className="text-quiet"> snoozed</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
