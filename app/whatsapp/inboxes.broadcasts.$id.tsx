// /whatsapp/inboxes/broadcasts/:id - a broadcast: its values and cost before it is sent, its progress afterwards
import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { templateVariables } from "../../rules/whatsapp/templates";
import type { Problem } from "../../services/kit/contract";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { titledBy } from "../kit/title";
import { typedList, typedText } from "../kit/typed-fields";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, type FormRequest, page } from "../shell/page.server";
import { mayOpen } from "./broadcasts/access.server";
import { broadcastAt, broadcastId } from "./broadcasts/broadcast.server";
import { BroadcastButtons } from "./broadcasts/buttons";
import { DraftView } from "./broadcasts/draft";
import { chooseHeaderFile } from "./broadcasts/header-file.server";
import { broadcastTitle, some } from "./broadcasts/labels";
import { ProgressView } from "./broadcasts/progress";

const path = "/whatsapp/inboxes/broadcasts/:id";

export const meta = titledBy<typeof loader>(({ data }) =>
  data ? broadcastTitle(data.broadcast) : "WhatsApp broadcast",
);

export const loader = page(path, async ({ api, params, viewer }) => ({
  broadcast: await broadcastAt(api, params),
  mayWrite: mayOpen(viewer, "/whatsapp/inboxes/broadcasts/:id/confirm"),
  testKey: randomUUID(),
  zone: viewer.time_zone,
  now: new Date().toISOString(),
}));

const Typed = z.object({
  intent: z.enum(["values", "review", "file", "nofile", "test", "pause", "resume"]),
  file_id: typedList,
  values: z
    .array(z.object({ field: typedText, text: typedText }))
    .max(60)
    .default([]),
  phone: typedText,
  key: typedText,
});

type Post = FormRequest<typeof path, typeof Typed>;

export const action = act(path, Typed, change, { files: "template" });

async function change({ api, params, value, files, refuse, from }: Post) {
  const id = broadcastId(params.id);
  const here = href(path, { id });
  if (value.intent === "file" || value.intent === "nofile") {
    const refused = await chooseHeaderFile(api, id, value.intent === "nofile" ? null : files.at(-1));
    if (refused) return refuse(refused, { files: files.slice(-1) });
    return done(from, here, value.intent === "file" ? "Everyone gets this file." : "The file was taken away.");
  }
  if (value.intent === "test" || value.intent === "values" || value.intent === "review") {
    const { components } = await broadcastAt(api, params);
    const keys = templateVariables(components).map(({ key }) => key);
    const refuseValues = (problem: Problem) =>
      refuse({
        ...{ ...problem, errors: valueErrors(keys, problem.errors) },
        ...(value.intent === "test" ? { title: "Not sent" } : {}),
      });
    // With script a dry run brings what is typed as a value.
    if (value.intent !== "test" || value.values.length > 0) {
      const mapping = Object.fromEntries(keys.map((key, place) => [key, value.values[place] ?? {}]));
      // The page that confirms asks for a file that is missing.
      const body = { mapping, file_later: value.intent !== "values" };
      const answer = await api.whatsapp.mapBroadcast({ params: { id }, body });
      if (answer.status !== 201) return refuseValues(answer.body);
    }
    if (value.intent === "review") return redirect(href("/whatsapp/inboxes/broadcasts/:id/confirm", { id }));
    if (value.intent === "values") return done(from, here, "The values were kept, and the cost is up to date.");
    const answer = await api.whatsapp.testBroadcast({ params: { id }, body: { phone: value.phone, key: value.key } });
    if (answer.status !== 201) return refuseValues(answer.body);
    return done(from, here, "The dry run is on its way to your phone.");
  }
  const call = value.intent === "pause" ? api.whatsapp.pauseBroadcast : api.whatsapp.resumeBroadcast;
  const answer = await call({ params: { id } });
  return answer.status === 201 ? done(from, here, answer.body.message) : refuse(answer.body);
}

/** What a call says of values, by the fields of the form. */
function valueErrors(keys: readonly string[], errors: Record<string, string[]> = {}): Record<string, string[]> {
  const named = Object.entries(errors).map(([name, words]) => {
    const place = keys.indexOf(name.replace(/^mapping\./, "").replace(/\.(field|text)$/, ""));
    return [place < 0 ? name : `values[${place}].text`, words] as const;
  });
  return Object.fromEntries(named);
}

export default function BroadcastPage() {
  const { broadcast, mayWrite, testKey, zone, now } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const draft = broadcast.status === "draft";
  return (
    <>
      {!draft && last?.notice && <ActionNotice notice={last.notice} />}
      <PageHeader
        title={broadcastTitle(broadcast)}
        text={`${broadcast.template_name} from ${broadcast.number_name} to ${some(broadcast.recipients, "number")}${broadcast.audience && ` of ${broadcast.audience}`}`}
        back={
          draft
            ? { label: "New WhatsApp broadcast", to: href("/whatsapp/inboxes/broadcasts") }
            : { label: "Broadcast history", to: href("/whatsapp/inboxes/broadcast-history") }
        }
        actions={mayWrite && <BroadcastButtons broadcast={broadcast} />}
      />
      {draft ? (
        <DraftView broadcast={broadcast} mayWrite={mayWrite} testKey={testKey} last={last} />
      ) : (
        <ProgressView broadcast={broadcast} zone={zone} now={now} />
      )}
    </>
  );
}
