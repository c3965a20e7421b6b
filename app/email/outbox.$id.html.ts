// /email/outbox/:id/html - the HTML of an email as its first recipient gets it, for the frames of its preview
import { expectStatus, page } from "../shell/page.server";
import { htmlAnswer } from "./mailings/html.server";
import { mailingId } from "./mailings/mailing.server";

export const loader = page("/email/outbox/:id/html", async ({ api, params, url }) => {
  const { html } = expectStatus(await api.email.renderMailing({ params: { id: mailingId(params.id) } }), 200);
  return htmlAnswer(html, url);
});
