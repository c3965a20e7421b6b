// /email/template/:id/html - the HTML of a template with sample values, for the frames of its preview
import { expectStatus, page } from "../shell/page.server";
import { htmlAnswer } from "./mailings/html.server";
import { templateId } from "./templates/template.server";

export const loader = page("/email/template/:id/html", async ({ api, params, url }) => {
  const { html } = expectStatus(await api.email.renderTemplate({ params: { id: templateId(params.id) } }), 200);
  return htmlAnswer(html, url);
});
