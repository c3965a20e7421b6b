// /contacts/blacklist - numbers that are never messaged
import { Form, Outlet, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Ban, Plus, Trash2 } from "lucide-react";
import { z } from "zod";
import { showPhone } from "../../rules/phone";
import { id } from "../../services/kit/contract";
import type { BlacklistEntry } from "../../services/messaging/contract.contacts";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { withQuery } from "../kit/list";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { RowMenu } from "../kit/ui/row-menu";
import { act, done, page } from "../shell/page.server";
import { blacklist } from "./blacklist.list";

const path = "/contacts/blacklist";

export const meta = titled("Blacklist");

/** `?remove=` asks once more about one number of this page, at a URL of its own. */
export const loader = page(path, async (given) => {
  const found = await loadList(blacklist, given);
  const remove = Number(given.url.searchParams.get("remove"));
  return { ...found, asked: found.rows.data.find((entry) => entry.id === remove) };
});

export const action = act(path, z.object({ id }), async ({ api, value, refuse, from, url }) => {
  const answer = await api.messaging.removeFromBlacklist({ params: { id: value.id } });
  if (answer.status !== 201) return refuse(answer.body);
  const list = href(path) + withQuery(url.search, { remove: undefined, _routes: undefined }, true);
  return done(from, list, "The number was taken off the blacklist");
});

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
  const { asked, ...found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  const add = (variant?: "primary") => (
    <LinkButton to={href("/contacts/blacklist/new")} icon={Plus} preventScrollReset {...(variant ? { variant } : {})}>
      Add numbers
    </LinkButton>
  );
  const { q } = found.search;
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <ListPage
        list={blacklist}
        found={found}
        text="Numbers that are never messaged: people who texted STOP, and those your team adds."
        actions={found.rows.total > 0 || q ? add("primary") : undefined}
        action={(entry) => (
          <RowMenu label={`Actions for ${showPhone(entry.msisdn)}`}>
            <Link className="bad" to={withQuery(search, { remove: entry.id }, true)}>
              <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
              Take off the blacklist
            </Link>
          </RowMenu>
        )}
        empty={{
          icon: Ban,
          title: "No numbers on the blacklist",
          text: "People who text STOP are added automatically and get no messages. You can add numbers as well.",
          actions: add("primary"),
        }}
        filtered={{
          title: "This number is not on the blacklist",
          text: `No number like ${q} is blacklisted. A search finds how a number begins or ends.`,
        }}
      >
        {asked && <Ask entry={asked} zone={found.facts.zone} keep={withQuery(search, { remove: undefined }, true)} />}
      </ListPage>
      <Outlet />
    </>
  );
}
