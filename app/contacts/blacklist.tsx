// /contacts/blacklist - numbers that are never messaged
import type { MetaFunction } from "@remix-run/node";
import { Form, Outlet, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Ban, Plus, Trash2 } from "lucide-react";
import { z } from "zod";
import { showPhone } from "../../rules/phone";
import { id } from "../../services/kit/contract";
import type { BlacklistEntry } from "../../services/messaging/contract.contacts";
import { brand } from "../brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { Button, LinkButton } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";
import { Filters } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { PageHead } from "../kit/ui/page-head";
import { RowMenu } from "../kit/ui/row-menu";
import type { Column } from "../kit/ui/table";
import { When } from "../kit/when";
import { act, done, need, page } from "../shell/page.server";
import { blacklist, sourceNames } from "./blacklist.list";

const path = "/contacts/blacklist";

export const meta: MetaFunction = () => [{ title: `Blacklist - ${brand.name}` }];

/** `?remove=` asks once more about one number of this page, at a URL of its own. */
export const loader = page(path, async ({ ask, url, viewer }) => {
  const search = searchOf(blacklist, url);
  const rows = need(await blacklist.rows(ask, search), 200);
  const remove = Number(url.searchParams.get("remove"));
  return { rows, q: search.q, asked: rows.data.find((entry) => entry.id === remove), zone: viewer.time_zone };
});

export const action = act(path, z.object({ id }), async ({ ask, value, refuse, from, url }) => {
  const answer = await ask.messaging.removeFromBlacklist({ params: { id: value.id } });
  if (answer.status !== 201) return refuse(answer.body);
  const list = href(path) + withQuery(url.search, { remove: undefined, _routes: undefined }, true);
  return done(from, list, "The number was taken off the blacklist");
});

function columnsIn(zone: string): Column<BlacklistEntry>[] {
  return [
    {
      name: "phone",
      label: "Phone",
      cardOrder: 1,
      cell: (entry) => <span className="num font-medium">{showPhone(entry.msisdn)}</span>,
    },
    { name: "reason", label: "Reason", wide: true, cardOrder: 3, cell: (entry) => entry.reason || "–" },
    { name: "source", label: "Source", cardOrder: 2, toRight: true, cell: (entry) => sourceNames[entry.source] },
    {
      name: "by",
      label: "Added by",
      quiet: true,
      drop: true,
      clip: true,
      cell: (entry) => entry.added_by || "–",
    },
    {
      name: "added",
      label: "Added",
      quiet: true,
      cardOrder: 5,
      cell: (entry) => <When at={entry.created_at} zone={zone} />,
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
        <When at={entry.created_at} zone={zone} />
        {entry.reason && ` (${entry.reason})`}.{" "}
        {entry.source === "stop" && "Message them only if they have asked you to. "}
        The entry will be deleted.
      </p>
      <input type="hidden" name="id" value={entry.id} />
      <div className="flex flex-wrap gap-2">
        <Button kind="badfill" working={working}>
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
  const add = (kind?: "main") => (
    <LinkButton to={href("/contacts/blacklist/new")} icon={Plus} preventScrollReset {...(kind ? { kind } : {})}>
      Add numbers
    </LinkButton>
  );
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <PageHead
        title="Blacklist"
        text="Numbers that are never messaged: people who texted STOP, and those your team adds."
        actions={rows.total > 0 || q ? add("main") : undefined}
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
            <Empty
              kind="filtered"
              title="This number is not on the blacklist"
              text={`No number like ${q} is blacklisted. A search finds how a number begins or ends.`}
              actions={<LinkButton to={href(path)}>Clear the search</LinkButton>}
            />
          ) : (
            <Empty
              icon={Ban}
              title="No numbers on the blacklist"
              text="People who text STOP are added automatically and get no messages. You can add numbers as well."
              actions={add("main")}
            />
          )
        }
      />
      <Outlet />
    </>
  );
}
