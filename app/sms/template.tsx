// /sms/template - SMS templates: a wizard that writes one (view=create), and those there are (view=list)
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { TemplateForm } from "../../services/messaging/contract.templates";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { searchOf } from "../kit/list";
import { knownFields, templateUse } from "../kit/templates/known.server";
import { templates } from "../kit/templates/list";
import { samples } from "../kit/templates/samples";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { act, done, expectStatus, page } from "../shell/page.server";
import { TemplateList } from "./templates/template-list";
import { TemplateWizard } from "./templates/template-wizard";

const path = "/sms/template";

/** `next` goes on to step two, `back` returns to step one with what was written, `create` keeps it. */
const Step = TemplateForm.omit({ channel: true }).extend({ intent: z.enum(["next", "back", "create"]).catch("next") });

export const meta = titled("SMS templates");

export const loader = page(path, async ({ api, url, viewer }) => {
  const view = url.searchParams.get("view") === "list" ? ("list" as const) : ("create" as const);
  const search = { ...searchOf(templates, url), channel: "sms" as const };
  return {
    view,
    rows: view === "list" ? expectStatus(await templates.rows(api, search), 200) : null,
    q: search.q,
    fields: view === "create" ? await knownFields(api) : [],
    given: samples[url.searchParams.get("sample") ?? ""] ?? { name: "", body: "" },
    use: templateUse(viewer),
    zone: viewer.time_zone,
  };
});

export const action = act(path, Step, async ({ api, value, refuse, from }) => {
  const { intent, ...given } = value;
  if (intent !== "create") return data({ step: intent === "next" ? 2 : 1, given });
  const answer = await api.messaging.createTemplate({ body: { ...given, channel: "sms" } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, undefined, { view: "list" }), `${answer.body.name} was saved.`);
});

export default function SmsTemplate() {
  const { view, rows, q, fields, given, use, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const checking = last && "step" in last ? last : undefined;
  const tab = (name: "create" | "list", label: string) => ({
    label,
    to: name === "create" ? href(path) : href(path, undefined, { view: name }),
    current: view === name,
  });
  return (
    <>
      <PageHeader title="SMS templates" text="Messages your team sends often." />
      <ActionNotice notice={formNotice(last && "reply" in last ? last : undefined)} />
      <Tabs label="View" tabs={[tab("create", "Create"), tab("list", "List")]} />
      {rows ? (
        <TemplateList rows={rows} q={q} use={use} zone={zone} />
      ) : (
        <TemplateWizard
          key={checking?.step ?? 1}
          step={checking?.step ?? 1}
          given={checking?.given ?? given}
          fields={fields}
          last={last && "reply" in last ? last.reply : undefined}
        />
      )}
    </>
  );
}
