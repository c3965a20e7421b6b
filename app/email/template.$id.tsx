// /email/template/:id - one email template: its blocks, to change them
import { useActionData, useLoaderData } from "@remix-run/react";
import { Eye, Send, Trash2 } from "lucide-react";
import type { Block } from "../../rules/email-blocks";
import { mayOpen } from "../access";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { TemplateEditor } from "./templates/editor";
import { editorAction } from "./templates/editor.server";
import { pictureAddresses } from "./templates/pictures.server";
import { templateAt } from "./templates/template.server";

const path = "/email/template/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.template.name ?? "Template");

export const loader = page(path, async ({ api, params, viewer }) => {
  const template = await templateAt(api, params);
  const pictures = await pictureAddresses(api, template.blocks as Block[]);
  return { template, pictures, maySend: mayOpen(viewer, routeFor("/email/bulk")) };
});

export const action = editorAction(path);

export default function EmailTemplate() {
  const { template, pictures, maySend } = useLoaderData<typeof loader>();
  const { id, name } = template;
  return (
    <>
      <PageHeader
        title={name}
        back={{ label: "Email templates", to: href("/email/template") }}
        actions={
          <>
            <LinkButton to={href("/email/template/:id/preview", { id })} icon={Eye}>
              Preview
            </LinkButton>
            <LinkButton to={href("/email/template/:id/delete", { id })} icon={Trash2}>
              Delete
            </LinkButton>
            {maySend && (
              <LinkButton to={href("/email/bulk", undefined, { template: id })} icon={Send}>
                Send it
              </LinkButton>
            )}
          </>
        }
      />
      <TemplateEditor
        start={{ ...template, blocks: template.blocks as Block[] }}
        last={useActionData<typeof action>()}
        pictures={pictures}
      />
    </>
  );
}
