// /contacts/blacklist - numbers that are never messaged
import type { MetaFunction } from "@remix-run/node";
import { Form, Outlet, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Ban, Plus, Trash2 } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { showPhone } from "../../rules/phone";
import { id } from "../../services/kit/contract";
import type { BlacklistEntry } from "../../services/messaging/contract.contacts";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { Button, LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { RowMenu } from "../kit/ui/row-menu";
import type { Column } from "../kit/ui/table";
import { act, done, expectStatus, page } from "../shell/page.server";
import { blacklist, sourceNames } from "./blacklist.list";

const path = "/contacts/blacklist";

export const meta: MetaFunction = () => [{ title: `Blacklist - ${brand.name}` }];

/** `?remove=` asks once more about one number of this page, at a URL of its own. */
export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(blacklist, url);
  const rows = expectStatus(await blacklist.rows(api, search), 200);
  const remove = Number(url.searchParams.get("remove"));
  return { rows, q: search.q, asked: rows.data.find((entry) => entry.id === remove), zone: viewer.time_zone };
});

export const action = act(path, z.object({ id }), async ({ api, value, refuse, from, url }) => {
  const answer = await api.messaging.removeFromBlacklist({ params: { id: value.id } });
  if (answer.status !== 201) return refuse(answer.body);
  const list = href(path) + withQuery(url.search, { remove: undefined, _routes: undefined }, true);
  return done(from, list, "The number was taken off the blacklist");
});

function columnsIn(zone: string): Column<BlacklistEntry>[] {
  return [
    {
      name: "phone",
      label: "Phone",
      mobileOrder: 1,
      cell: (entry) => <span className="num font-medium">{showPhone(entry.msisdn)}</span>,
    },
    { name: "reason", label: "Reason", wide: true, mobileOrder: 3, cell: (entry) => entry.reason || "–" },
    { name: "source", label: "Source", mobileOrder: 2, alignEnd: true, cell: (entry) => sourceNames[entry.source] },
    {
      name: "by",
      label: "Added by",
      muted: true,
      hideOnSmall: true,
      clip: true,
      cell: (entry) => entry.added_by || "–",
    },
    {
      name: "added",
      label: "Added",
      muted: true,
      mobileOrder: 5,
      cell: (entry) => <DateTime at={entry.created_at} zone={zone} />,
    },
  ];
}

/** The last step before a number can be messaged again. */
function Ask({ entry, zone, keep }: { entry: BlacklistEntry; zone: string; keep: string }) {
  const working = useNavigation().state !== "idle";
  return (
    <Form method="post" action={href(path) + keep} className="card mb-3 grid gap-3 p-4">
      <h2 className="font-semibold">
        Message <span className="num">{showPhone(entry.msisdn)}</span> again?
      </h2>
      <p className="text-sm text-quiet">
        {entry.source === "stop" ? "This person texted STOP" : "On the blacklist since"}{" "}
        <DateTime at={entry.created_at} zone={zone} />
        {entry.reason && ` (${entry.reason})`}.{" "}
        {entry.source === "stop" && "Message them only if they have asked you to. "}
        The entry will be deleted.
      </p>
      <input type="hidden" name="id" value={entry.id} />
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" working={working}>
          Take it off the blacklist
        </Button>
        <LinkButton to={keep} preventScrollReset>
          Keep it
        </LinkButton>
      </div>
    </Form>
  );
}

export default function Blacklist() {
  const { rows, q, asked, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  const add = (variant?: "primary") => (
    <LinkButton to={href("/contacts/blacklist/new")} icon={Plus} preventScrollReset {...(variant ? { variant } : {})}>
      Add numbers
    </LinkButton>
  );
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <PageHeader
        title="Blacklist"
        text="Numbers that are never messaged: people who texted STOP, and those your team adds."
        actions={rows.total > 0 || q ? add("primary") : undefined}
      />
      <Filters
        params={[...new URLSearchParams(search)]}
        search={{ name: "q", label: "Number", value: q }}
        chips={q ? [{ label: "Search", value: q, remove: withQuery(search, { q: undefined }) }] : []}
        clear={href(path)}
        places={["page", "after", "before", "remove"]}
      />
      {asked && <Ask entry={asked} zone={zone} keep={withQuery(search, { remove: undefined }, true)} />}
      <ListCard
        noun={["number", "numbers"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={(entry) => String(entry.id)}
        action={(entry) => (
          <RowMenu label={`Actions for ${showPhone(entry.msisdn)}`}>
            <Link className="bad" to={withQuery(search, { remove: entry.id }, true)}>
              <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
              Take off the blacklist
            </Link>
          </RowMenu>
        )}
        csvHref={href("/contacts/blacklist.csv")}
        empty={
          q ? (
            <EmptyState
              kind="filtered"
              title="This number is not on the blacklist"
              text={`No number like ${q} is blacklisted. A search finds how a number begins or ends.`}
              actions={<LinkButton to={href(path)}>Clear the search</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={Ban}
              title="No numbers on the blacklist"
              text="People who text STOP are added automatically and get no messages. You can add numbers as well."
              actions={add("primary")}
            />
          )
        }
      />
      <Outlet />
    </>
  );
}
