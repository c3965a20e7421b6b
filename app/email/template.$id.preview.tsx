// /email/template/:id/preview - a template on a phone and on a desk, in light and dark, with sample values
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { EmailPreview } from "./mailings/preview";
import { templateAt } from "./templates/template.server";

const path = "/email/template/:id/preview";

export const meta = titled("Preview");

export const loader = page(path, async ({ api, params, url }) => {
  const { id, name } = await templateAt(api, params);
  const { subject, text, to } = expectStatus(await api.email.renderTemplate({ params: { id } }), 200);
  return { id, name, subject, text, to, dark: url.searchParams.get("look") === "dark" };
});

export default function TemplatePreview() {
  const { id, name, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Preview"
        text="With sample values."
        back={{ label: name, to: href("/email/template/:id", { id }) }}
      />
      <EmailPreview page={href(path, { id })} html={href("/email/template/:id/html", { id })} {...shown} />
    </>
  );
}
