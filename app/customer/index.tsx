// /customer - one customer: what waits, what is known, and everything that happened in every part of the product (?who=)
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Search, Send, UserRound } from "lucide-react";
import { showPhone } from "../../rules/phone";
import { mayOpen } from "../access";
import { href } from "../href";
import { beforeFrom, loadCustomer, parseWho, partFrom } from "../kit/customer/load.server";
import type { LastPost } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { Tasks, Timeline } from "./history/timeline";
import { keysAction } from "./keys/keys.server";
import { KeysCard } from "./keys/keys-card";

export const meta = titledBy<typeof loader>(({ data }) => data?.found?.name || data?.typed || "Customer");

export const loader = page("/customer", async (given) => {
  const { url, viewer } = given;
  const sought = parseWho(url);
  const { known, typed, wrong } = sought;
  const asked = known.phones.length + known.emails.length > 0 && wrong === undefined;
  const [part, before] = [partFrom(url), beforeFrom(url)];
  const found = asked
    ? await loadCustomer(given, sought, { ...(part ? { part } : {}), ...(before ? { before } : {}) })
    : undefined;
  return {
    ...{ typed, wrong, part, later: before !== undefined, found, zone: viewer.time_zone },
    maySend: mayOpen(viewer, routeFor("/sms/send")),
    mayInterview: mayOpen(viewer, routeFor("/survey/interview")),
    mayOpenTicket: mayOpen(viewer, routeFor("/ticketing/new")),
  };
});

export const action = keysAction;

type LoadedCustomer = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["found"]>;

export default function Customer() {
  const { typed, wrong, found } = useLoaderData<typeof loader>();
  return (
    <>
      {found ? (
        <Header found={found} />
      ) : (
        <PageHeader
          title="Customer"
          text="Messages, calls, conversations, tickets and sales of one person, in one place."
        />
      )}
      <Form action={href("/customer")} role="search" className="mb-4 flex max-w-2xl flex-wrap items-end gap-2">
        <TextInput
          key={typed}
          id="who"
          name="who"
          label="Phone number or email address"
          className="min-w-0 flex-1"
          defaultValue={typed}
          errors={wrong ? [wrong] : []}
        />
        <Button size="lg" icon={Search}>
          Show
        </Button>
      </Form>
      {found && <CustomerParts found={found} />}
    </>
  );
}

function Header({ found: { name, phones, emails, labels } }: { found: LoadedCustomer }) {
  const { maySend, mayOpenTicket, mayInterview } = useLoaderData<typeof loader>();
  const [phone] = phones;
  const labelled = (key: string, shown: string) => {
    const label = labels.find((one) => one.of === key)?.label;
    return label ? `${shown} (${label.toLowerCase()})` : shown;
  };
  const known = [...phones, ...emails].map((key) => ({ key, shown: key.includes("@") ? key : showPhone(key) }));
  const typed = { ...(name ? { customer_name: name } : {}), ...(phone ? { customer_phone: phone } : {}) };
  return (
    <PageHeader
      title={name || known[0]?.shown || "Customer"}
      text={(name ? known : known.slice(1)).map(({ key, shown }) => labelled(key, shown)).join(", ")}
      actions={
        <>
          {mayInterview && phone && (
            <LinkButton to={href("/survey/interview", undefined, { phone, name, from: `customer/${phone}` })}>
              Interview
            </LinkButton>
          )}
          {mayOpenTicket && <LinkButton to={href("/ticketing/new", undefined, typed)}>New ticket</LinkButton>}
          {maySend && phone && (
            <LinkButton to={href("/sms/send", undefined, { to: phone })} variant="primary" icon={Send}>
              Send an SMS
            </LinkButton>
          )}
        </>
      }
    />
  );
}

function CustomerParts({ found }: { found: LoadedCustomer }) {
  const { zone, later } = useLoaderData<typeof loader>();
  const { tasks, facts, failed, phones, keys, apart, parts } = found;
  const last = useActionData<LastPost>();
  return (
    <>
      {failed.length > 0 && (
        <p className="card mb-4 px-4 py-3" role="alert">
          {failed.join(" and ")} did not answer just now. Everything else is shown. Reload the page to try again.
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <History found={found} />
        <div className="grid gap-4 max-lg:order-first">
          {!later && <Tasks tasks={tasks} phone={phones[0]} zone={zone} />}
          {!later && facts.length > 0 && (
            <Card label="Known">
              <CardHead title="Known" />
              <div className="p-4">
                <KeyValues rows={facts} />
              </div>
            </Card>
          )}
          {!later && parts.length > 0 && <KeysCard keys={keys} apart={apart} zone={zone} last={last} />}
        </div>
      </div>
    </>
  );
}

function History({ found: { events, before, parts } }: { found: LoadedCustomer }) {
  const { zone, part, later } = useLoaderData<typeof loader>();
  const who = new URLSearchParams(useLocation().search).get("who") ?? "";
  const of = (query: Record<string, string>) => href("/customer", undefined, { who, ...query });
  const chosen: Record<string, string> = part ? { part } : {};
  const tabs = [
    { label: "Everything", to: of({}), current: part === undefined },
    ...parts.map((one) => ({ label: one.name, to: of({ part: one.part }), current: one.part === part })),
  ];
  return (
    <Card label="History">
      <CardHead title="History">{later && <LinkButton to={of(chosen)}>Newest</LinkButton>}</CardHead>
      {parts.length > 1 && (
        <div className="px-4 pt-2">
          <Tabs label="Parts of the history" tabs={tabs} className="" />
        </div>
      )}
      {events.length === 0 ? (
        <EmptyState
          icon={UserRound}
          title="Nothing yet"
          text="Nothing that you may see has happened with this customer here."
        />
      ) : (
        <Timeline events={events} zone={zone} />
      )}
      {before && (
        <p className="border-t border-line p-4">
          <LinkButton to={of({ ...chosen, before })}>Older</LinkButton>
        </p>
      )}
    </Card>
  );
}
