// /email/outbox/:id/preview - an email on a phone and on a desk, in light and dark, as its first recipient gets it
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { mailingTitle } from "./mailings/labels";
import { mailingAt } from "./mailings/mailing.server";
import { EmailPreview } from "./mailings/preview";

const path = "/email/outbox/:id/preview";

export const meta = titled("Preview");

export const loader = page(path, async ({ api, params, url }) => {
  const mailing = await mailingAt(api, params);
  const { subject, text, to } = expectStatus(await api.email.renderMailing({ params: { id: mailing.id } }), 200);
  const { id, kind, status } = mailing;
  return {
    id,
    kind,
    draft: status === "draft",
    title: mailingTitle(mailing),
    subject,
    text,
    to,
    dark: url.searchParams.get("look") === "dark",
  };
});

export default function Preview() {
  const { id, kind, draft, title, ...shown } = useLoaderData<typeof loader>();
  const back = draft
    ? {
        label: "Confirm",
        to: href(kind === "bulk" ? "/email/bulk/confirm" : "/email/single/confirm", undefined, { id }),
      }
    : { label: title, to: href("/email/outbox/:id", { id }) };
  return (
    <>
      <PageHeader title="Preview" text="As its first recipient gets it." back={back} />
      <EmailPreview page={href(path, { id })} html={href("/email/outbox/:id/html", { id })} {...shown} />
    </>
  );
}
