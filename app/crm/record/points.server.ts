import { z } from "zod";
import { type PointLabel, pointLabels, unlabelled } from "../../../rules/contact-points";
import type { PointMatch } from "../../../services/crm/contract.points";
import type { Problem } from "../../../services/kit/contract";
import { typedId, typedText } from "../../kit/typed-fields";
import { act, done, page } from "../../shell/page.server";
import { addTagFields, changeRecordTags, fetchTagNames, removeTagFields, tagsSaid } from "../tags/tags.server";
import { mayStop, stopMessages } from "./consents.server";
import { recordHref } from "./places";
import { loadRecord } from "./record.server";

/** The kinds that have further numbers and addresses. */
type ReachedKind = "lead" | "contact";

/** The loader of the panel: the record, the tags that there are, and who else has one of its numbers or addresses. */
export function pointsLoader(kind: ReachedKind) {
  return page(`/crm/${kind}/:index/profile`, async (given) => {
    const loaded = await loadRecord(given, kind);
    const { id, phone, email, contact_points } = loaded.record;
    const points = [phone, email, ...contact_points.map(({ value }) => value)].filter(Boolean).join(",");
    const [consents, known, tags] = await Promise.all([
      given.api.crm.contactConsents({ params: { id } }),
      points === "" ? undefined : given.api.crm.recordsWithPoint({ query: { points } }),
      fetchTagNames(given.api),
    ]);
    const found: PointMatch[] = known?.status === 200 ? known.body.data : [];
    const said = consents.status === 200 ? consents.body.data : [];
    return {
      ...loaded,
      tags,
      consents: said,
      mayStop: mayStop(given.viewer),
      others: found.filter((one) => one.id !== id),
    };
  });
}

const label = z.enum(pointLabels).catch(unlabelled);

/** What the forms about numbers and addresses say. */
export const pointFields = [
  z.object({ intent: z.literal("add"), value: typedText, label }),
  z.object({ intent: z.literal("label"), labelled: typedText, label }),
  z.object({ intent: z.literal("remove"), point: typedId }),
  z.object({ intent: z.literal("primary"), point: typedId }),
] as const;

/** The form that ends messages to a number or an address. */
const stopFields = z.object({ intent: z.literal("stop"), contact: typedText });
type PointForm = z.output<(typeof pointFields)[number]>;

type Answer = Promise<{ status: 200 | 201; body: object } | { status: number; body: Problem }>;
type NewPoint = { body: { id: number; value: string; label: PointLabel } };

/** The calls that change the numbers and addresses of records, or those of organisations. */
export type PointCalls = {
  add(point: NewPoint): Answer;
  label(point: NewPoint): Answer;
  remove(point: { params: { id: number } }): Answer;
  primary(point: { params: { id: number } }): Answer;
};

const said = { add: "Added", label: "Label saved", remove: "Removed", primary: "Made primary" } as const;

/** Adds a number or an address, labels one, takes one away, or makes one primary. */
export async function changePoints(
  calls: PointCalls,
  id: number,
  form: PointForm,
): Promise<{ said: string } | { problem: Problem }> {
  const answer = await askFor(calls, id, form);
  if (answer.status === 200 || answer.status === 201) return { said: said[form.intent] };
  const problem = answer.body as Problem;
  // Only the form of a new one has a field for what is wrong.
  return { problem: form.intent === "add" ? problem : { status: problem.status, message: problem.message } };
}

function askFor(calls: PointCalls, id: number, form: PointForm): Answer {
  switch (form.intent) {
    case "add":
      return calls.add({ body: { id, value: form.value, label: form.label } });
    case "label":
      return calls.label({ body: { id, value: form.labelled, label: form.label } });
    default:
      return calls[form.intent]({ params: { id: form.point } });
  }
}

const ProfileFields = z.discriminatedUnion("intent", [...pointFields, stopFields, addTagFields, removeTagFields]);

/** The action of the panel: what is done with numbers and addresses, or with tags. */
export function pointsAction(kind: ReachedKind) {
  return act(`/crm/${kind}/:index/profile`, ProfileFields, async ({ api, params, value: form, refuse, from }) => {
    const id = Number(params.index) || 0;
    const place = recordHref({ kind, id }, "profile");
    if (form.intent === "add-tag" || form.intent === "remove-tag") {
      const problem = await changeRecordTags(api, { kind, id }, form);
      return problem ? refuse(problem) : done(from, place, tagsSaid(form.intent));
    }
    if (form.intent === "stop") {
      const problem = await stopMessages(api, form.contact);
      return problem ? refuse(problem) : done(from, place, "Messages stopped");
    }
    const { addContactPoint, labelContactPoint, removeContactPoint, makePointPrimary } = api.crm;
    const calls = { add: addContactPoint, label: labelContactPoint, remove: removeContactPoint };
    const changed = await changePoints({ ...calls, primary: makePointPrimary }, id, form);
    return "problem" in changed ? refuse(changed.problem) : done(from, place, changed.said);
  });
}
