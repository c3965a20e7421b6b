// /contacts/blacklist - numbers that are never messaged
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Ban, Plus, Trash2 } from "lucide-react";
import { showPhone } from "../../rules/phone";
import { href } from "../href";
import { withQuery } from "../kit/list";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { redirectOldQuery } from "../kit/old-query.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { RowMenu } from "../kit/ui/row-menu";
import { page } from "../shell/page.server";
import { blacklist } from "./blacklist.list";

const path = "/contacts/blacklist";

export const meta = titled("Blacklist");

export const loader = page(path, (given) => {
  const rest = withQuery(given.url.search, { remove: undefined }, true);
  redirectOldQuery(given.url, { remove: (id) => href("/contacts/blacklist/remove/:id", { id }) + rest });
  return loadList(blacklist, given);
});

export default function Blacklist() {
  const found = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const add = (variant?: "primary") => (
    <LinkButton to={href("/contacts/blacklist/new")} icon={Plus} preventScrollReset {...(variant ? { variant } : {})}>
      Add numbers
    </LinkButton>
  );
  const { q } = found.search;
  return (
    <ListPage
      list={blacklist}
      found={found}
      text="Numbers that are never messaged: people who texted STOP, and those your team adds."
      actions={found.rows.total > 0 || q ? add("primary") : undefined}
      action={(entry) => (
        <RowMenu label={`Actions for ${showPhone(entry.msisdn)}`}>
          <Link
            className="bad"
            to={href("/contacts/blacklist/remove/:id", { id: entry.id }) + withQuery(search, {}, true)}
            preventScrollReset
          >
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
      <Outlet />
    </ListPage>
  );
}
