// /chat/settings/dispositions - how a chat ended: the dispositions with their items
import { Outlet, useLoaderData } from "@remix-run/react";
import { Pencil, Plus, Tags, Trash2 } from "lucide-react";
import { href } from "../href";
import { redirectOldQuery } from "../kit/old-query.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { expectStatus, page } from "../shell/page.server";
import { plural } from "./settings/labels";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/chat/settings/dispositions";

export const meta = titled("Chat dispositions");

export const loader = page(path, async ({ api, url }) => {
  redirectOldQuery(url, {
    edit: (id) => href("/chat/settings/dispositions/:id", { id }),
    delete: (id) => href("/chat/settings/dispositions/:id/delete", { id }),
  });
  return { types: expectStatus(await api.chat.dispositionSettings({}), 200).data };
});

export default function Dispositions() {
  const { types } = useLoaderData<typeof loader>();
  const add = href("/chat/settings/dispositions/:id", { id: "new" });
  return (
    <>
      <SettingsHead
        tab="Dispositions"
        text="How a chat ended. The agent chooses one when it has ended."
        add={types.length > 0 ? { label: "New disposition", to: add } : undefined}
      />
      <section className="card" aria-label="Dispositions">
        {types.length > 0 ? (
          <ul className="divide-y divide-line">
            {types.map(({ id, name, used, items }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 pr-3 pl-4">
                <div className="min-w-40 flex-1">
                  <p className="font-medium wrap-anywhere">{name}</p>
                  <p className="text-sm text-quiet wrap-anywhere">
                    {items.length > 0 ? items.map(({ title }) => title).join(" · ") : "No items"}
                  </p>
                </div>
                <span className="num text-sm text-quiet">{plural(used, "conversation")}</span>
                <div className="flex items-center">
                  <LinkButton
                    to={href("/chat/settings/dispositions/:id", { id })}
                    variant="ghost"
                    icon={Pencil}
                    label={`Change ${name}`}
                    preventScrollReset
                  />
                  <LinkButton
                    to={href("/chat/settings/dispositions/:id/delete", { id })}
                    variant="ghost"
                    icon={Trash2}
                    label={`Delete ${name}`}
                  />
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={Tags}
            title="No dispositions"
            text="Agents need at least one to close a chat. Two or three are enough to start with, such as Resolved and To follow up."
            actions={
              <LinkButton to={add} variant="primary" icon={Plus}>
                Add a disposition
              </LinkButton>
            }
          />
        )}
      </section>
      <Outlet />
    </>
  );
}
