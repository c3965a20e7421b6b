import { Form, useNavigation } from "@remix-run/react";
import { Repeat, X } from "lucide-react";
import { recurrenceNames } from "../../../rules/recurrence";
import type { RecurringMessage } from "../../../services/messaging/contract.recurring";
import { href } from "../../href";
import { sayUntil, sayWhen } from "../../kit/compose/send-time";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";

/** "every week until 1 March 2027, again on Tuesday 1 December 2026, 8:00 am, Nairobi time." */
function say({ every, until, state, next_at }: RecurringMessage, zone: string): string {
  const often = `${recurrenceNames[every]}${until ? ` ${sayUntil(until)}` : ""}`;
  if (state === "stopped") return `It was sent ${often} until it was stopped.`;
  if (state === "ended" || next_at === null) return `It was sent ${often}.`;
  return `It is sent ${often}, again on ${sayWhen(zone, new Date(next_at))}.`;
}

type RecurringProps = { recurring: RecurringMessage | null; maySend: boolean; zone: string };

/** On the page of a blast: that it is sent again, when, and the button that ends it. */
export function RecurringCard({ recurring, maySend, zone }: RecurringProps) {
  const { state: navigation, formData } = useNavigation();
  if (recurring === null || recurring.state === "draft") return null;
  const { state, trouble } = recurring;
  return (
    <Card label="Recurring message" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5 max-md:p-4">
      <span className="tile">
        <Repeat size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-base font-semibold">Recurring message</h2>
        <p className="num text-quiet">
          {say(recurring, zone)}
          {state === "active" &&
            " Each time it goes to the contacts in the groups on that day, at the cost of that day."}
        </p>
        {trouble && <p className="text-bad">The last time nothing was sent: {trouble}</p>}
      </div>
      {maySend && state === "active" && (
        <Form method="post" preventScrollReset>
          <Button
            name="intent"
            value="stop"
            icon={X}
            working={navigation !== "idle" && formData?.get("intent") === "stop"}
          >
            Stop repeating
          </Button>
        </Form>
      )}
    </Card>
  );
}

/** Above the history: what is sent again. */
export function RecurringList({ messages, zone }: { messages: readonly RecurringMessage[]; zone: string }) {
  if (messages.length === 0) return null;
  return (
    <Card label="Recurring messages" className="mb-4">
      <CardHead title="Recurring messages" />
      <ul className="divide-y divide-line">
        {messages.map((message) => (
          <li key={message.id} className="num grid gap-0.5 px-4 py-2.5 text-sm">
            <Link className="link" to={href("/sms/history/:id", { id: message.last_blast ?? 0 })}>
              {message.name || "Without a name"}
            </Link>
            <span className="text-quiet">{say(message, zone)}</span>
            {message.trouble && <span className="text-bad">The last time nothing was sent: {message.trouble}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
