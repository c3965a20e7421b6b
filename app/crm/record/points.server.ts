import { z } from "zod";
import { pointLabels } from "../../../rules/contact-points";
import type { PointMatch } from "../../../services/crm/contract.points";
import { typedId, typedText } from "../../kit/typed-fields";
import { act, done, page } from "../../shell/page.server";
import { addTagFields, changeRecordTags, fetchTagNames, removeTagFields, tagsSaid } from "../tags/tags.server";
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
    const [known, tags] = await Promise.all([
      points === "" ? undefined : given.api.crm.recordsWithPoint({ query: { points } }),
      fetchTagNames(given.api),
    ]);
    const found: PointMatch[] = known?.status === 200 ? known.body.data : [];
    return { ...loaded, tags, others: found.filter((one) => one.id !== id) };
  });
}

const PointFields = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), value: typedText, label: z.enum(pointLabels).catch("Other") }),
  z.object({ intent: z.literal("remove"), point: typedId }),
  z.object({ intent: z.literal("primary"), point: typedId }),
  addTagFields,
  removeTagFields,
]);

/** The action of the panel: adds a number or an address, takes one away, or makes one primary; or the same of tags. */
export function pointsAction(kind: ReachedKind) {
  return act(`/crm/${kind}/:index/profile`, PointFields, async ({ api, params, value: form, refuse, from }) => {
    const id = Number(params.index) || 0;
    const place = recordHref({ kind, id }, "profile");
    if (form.intent === "add-tag" || form.intent === "remove-tag") {
      const problem = await changeRecordTags(api, { kind, id }, form);
      return problem ? refuse(problem) : done(from, place, tagsSaid(form.intent));
    }
    if (form.intent === "remove") {
      const answer = await api.crm.removeContactPoint({ params: { id: form.point } });
      return answer.status === 200 ? done(from, place, "Removed") : refuse(answer.body);
    }
    if (form.intent === "primary") {
      const answer = await api.crm.makePointPrimary({ params: { id: form.point } });
      return answer.status === 201 ? done(from, place, "Made primary") : refuse(answer.body);
    }
    const { value, label } = form;
    const answer = await api.crm.addContactPoint({ body: { id, value, label } });
    return answer.status === 201 ? done(from, place, "Added") : refuse(answer.body);
  });
}
