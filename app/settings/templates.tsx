// /settings/templates - messages written once and sent often
import { Outlet, useLoaderData } from "@remix-run/react";
import { FileText, Pencil, Plus, Send, Trash2 } from "lucide-react";
import type { Template } from "../../services/messaging/contract.templates";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { templateUse } from "../kit/templates/known.server";
import { templates } from "../kit/templates/templates.list";
import { sendHref, sendWords, type TemplateUse } from "../kit/templates/use";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { RowMenu } from "../kit/ui/row-menu";
import { page } from "../shell/page.server";

export const meta = titled("Templates");

export const loader = page("/settings/templates", async (given) => {
  return { ...(await loadList(templates, given)), use: templateUse(given.viewer) };
});

function TemplateMenu({ template, use }: { template: Template; use: TemplateUse }) {
  const { id, name } = template;
  const send = sendHref(use, template);
  return (
    <RowMenu label={`Actions for ${name}`}>
      {send && (
        <Link to={send}>
          <Send size={16} strokeWidth={1.75} aria-hidden="true" />
          {sendWords(use)}
        </Link>
      )}
      <Link to={href("/settings/templates/:id", { id })}>
        <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
        Change
      </Link>
      <Link className="bad" to={href("/settings/templates/:id/delete", { id })}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
        Delete
      </Link>
    </RowMenu>
  );
}

export default function Templates() {
  const { use, ...found } = useLoaderData<typeof loader>();
  const { q, channel } = found.search;
  const create = (label: string) => (
    <LinkButton to={href("/settings/templates/new")} variant="primary" icon={Plus} preventScrollReset>
      {label}
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={templates}
        found={found}
        text="Messages your team sends often."
        actions={found.rows.total > 0 || q || channel ? create("New template") : undefined}
        action={(template) => <TemplateMenu template={template} use={use} />}
        empty={{
          icon: FileText,
          title: "No templates yet",
          text: "A template is a message you send often, such as a payment reminder. It can use merge fields like {{first_name}}.",
          actions: (
            <>
              {create("Create a template")}
              <LinkButton to={href("/settings/templates/new", undefined, { sample: "reminder" })} variant="ghost">
                Start from a sample
              </LinkButton>
            </>
          ),
        }}
        filtered={{
          title: "Nothing matches these filters",
          text: "No template fits all of them. Remove a filter to see more.",
        }}
      />
      <Outlet />
    </>
  );
}
