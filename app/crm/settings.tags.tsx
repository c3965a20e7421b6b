// /crm/settings/tags - the tags of leads, contacts and deals
import { useLoaderData } from "@remix-run/react";
import { Pencil, Tag as TagIcon, Trash2 } from "lucide-react";
import { mayOpen } from "../access";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { SettingsHead } from "./settings/settings-head";
import { tagCounts } from "./tags/counts";
import { fetchCountedTags } from "./tags/tag.server";
import { taggedHref } from "./tags/tags-card";

const path = "/crm/settings/tags";

export const meta = titled("CRM tags");

export const loader = page(path, async ({ api, viewer }) => ({
  tags: await fetchCountedTags(api),
  may: {
    lead: mayOpen(viewer, routeFor("/crm/leads")),
    contact: mayOpen(viewer, routeFor("/crm/contacts")),
    deal: mayOpen(viewer, routeFor("/crm/deals")),
  },
}));

export default function Tags() {
  const { tags, may } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsHead
        tab="Tags"
        text="What your leads, contacts and deals are marked with. They are in lists, filters, files and imports."
      />
      <Card label="Tags" className="max-w-[900px]">
        {tags.length === 0 ? (
          <EmptyState
            icon={TagIcon}
            title="No tags yet"
            text="Open a lead, a contact or a deal, choose Profile, and add a tag there."
          />
        ) : (
          <ul className="divide-y divide-line">
            {tags.map((tag) => (
              <li key={tag.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
                <p className="min-w-40 flex-1 font-medium wrap-anywhere">{tag.name}</p>
                <p className="flex flex-wrap items-center gap-x-3 text-sm text-quiet">
                  {tagCounts(tag).map(({ kind, text }) =>
                    may[kind] ? (
                      <Link
                        key={kind}
                        className="link inline-flex min-h-6 items-center num"
                        to={taggedHref(kind, tag.id)}
                      >
                        {text}
                      </Link>
                    ) : (
                      <span key={kind} className="num inline-flex min-h-6 items-center">
                        {text}
                      </span>
                    ),
                  )}
                  {tagCounts(tag).length === 0 && "On no record"}
                </p>
                <div className="ml-auto flex items-center">
                  <LinkButton
                    to={href("/crm/settings/tags/:id", { id: tag.id })}
                    variant="ghost"
                    icon={Pencil}
                    label={`Rename ${tag.name}`}
                  />
                  <LinkButton
                    to={href("/crm/settings/tags/:id/delete", { id: tag.id })}
                    variant="ghost"
                    icon={Trash2}
                    label={`Delete ${tag.name}`}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
