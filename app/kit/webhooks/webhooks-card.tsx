import { type WebhookEvent, webhookEvents } from "../../../rules/webhook-events";
import { href } from "../../href";
import { LinkButton } from "../ui/button";
import { Card, CardHead } from "../ui/card";
import { Link } from "../ui/link";

type WebhooksCardProps = {
  /** What a web hook can be told of here. */
  events: readonly WebhookEvent[];
  mayHook: boolean;
  hooks: { id: number; url: string }[];
};

/** What web hooks are, what they can be told of a module, and those that are told of it. */
export function WebhooksCard({ events, mayHook, hooks }: WebhooksCardProps) {
  return (
    <Card label="Web hooks">
      <CardHead title="Web hooks" />
      <div className="grid gap-4 p-4 md:p-5">
        <p>
          A web hook is an address of a program of yours. It gets a signed request for each of these, in order; what
          fails is tried again for three days, and can be sent again by hand.
        </p>
        <dl className="grid gap-x-4 gap-y-0.5 md:grid-cols-[auto_minmax(0,1fr)] md:gap-y-2">
          {events.map((event) => (
            <div key={event} className="contents">
              <dt className="text-quiet">{webhookEvents[event].label}</dt>
              <dd className="max-md:mb-2">{webhookEvents[event].text}</dd>
            </div>
          ))}
        </dl>
        {hooks.length > 0 && (
          <ul className="grid gap-1">
            {hooks.map(({ id, url }) => (
              <li key={id}>
                <Link className="link break-all" to={href("/settings/api/webhooks/:id", { id })}>
                  {url}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {mayHook ? (
          <div className="flex flex-wrap gap-2">
            <LinkButton to={href("/settings/api/webhooks/new")}>New web hook</LinkButton>
            <LinkButton to={href("/settings/api/webhooks")}>All web hooks</LinkButton>
            <LinkButton to={href("/settings/api/guide")}>How to check a request</LinkButton>
          </div>
        ) : (
          <p className="text-quiet">Who may manage the account's settings sets up its web hooks.</p>
        )}
      </div>
    </Card>
  );
}
