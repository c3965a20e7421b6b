// /settings/templates/:id - change a message template (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { TemplateForm } from "../../services/messaging/contract.templates";
import { href } from "../href";
import { knownFields, templateUse } from "../kit/templates/known.server";
import { sendHref, sendWords } from "../kit/templates/use";
import { act, done, expectStatus, page } from "../shell/page.server";
import { TemplateDrawer } from "./templates/template-form";

const path = "/settings/templates/:id";
const idOf = (params: { id: string }) => ({ id: Number(params.id) });

export const loader = page(path, async ({ api, params, viewer }) => {
  const [template, fields] = await Promise.all([api.messaging.template({ params: idOf(params) }), knownFields(api)]);
  return { template: expectStatus(template, 200), fields, use: templateUse(viewer) };
});

export const action = act(path, TemplateForm, async ({ api, params, value, refuse, from }) => {
  const answer = await api.messaging.updateTemplate({
    params: idOf(params),
    // An empty field takes the text away.
    body: { ...value, body_sw: value.body_sw ?? "" },
  });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/settings/templates"), "Template changed");
});

export default function ChangeTemplate() {
  const { template, fields, use } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const send = sendHref(use, template);
  return (
    <TemplateDrawer
      key={template.id}
      title={template.name}
      button="Save template"
      given={template}
      fields={fields}
      last={last}
      {...(send ? { send: { to: send, label: sendWords(use) } } : {})}
    />
  );
}
