// /email/template - email templates: blocks that are written once and sent often
import { useLoaderData } from "@remix-run/react";
import { LayoutTemplate, Plus } from "lucide-react";
import { mayOpen } from "../access";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { emailTemplates } from "./template.list";

export const meta = titled("Email templates");

export const loader = page("/email/template", async (given) => ({
  ...(await loadList(emailTemplates, given)),
  mayWrite: mayOpen(given.viewer, routeFor("/email/template/new")),
}));

export default function EmailTemplates() {
  const { mayWrite, ...found } = useLoaderData<typeof loader>();
  const add = mayWrite && (
    <LinkButton to={href("/email/template/new")} variant="primary" icon={Plus}>
      New template
    </LinkButton>
  );
  return (
    <ListPage
      list={emailTemplates}
      found={found}
      text="Emails made of headings, text, pictures and buttons."
      actions={add}
      empty={{
        icon: LayoutTemplate,
        title: "No email templates yet",
        text: "A template is an email that you write once and send often, with each reader's own values in it.",
        actions: add,
      }}
    />
  );
}
