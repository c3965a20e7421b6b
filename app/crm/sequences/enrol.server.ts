import { z } from "zod";
import type { SequenceKind } from "../../../services/crm/contract.enrolment";
import { typedId } from "../../kit/typed-fields";
import { act, done, expectStatus, page } from "../../shell/page.server";
import { recordHref } from "../record/places";
import { fetchRecord } from "../record/record.server";

/** The loader of putting a record in a sequence: with `?sequence=` what would happen and when. */
export function enrolLoader(kind: SequenceKind) {
  return page(`/crm/${kind}/:index/sequence`, async ({ api, params, url, viewer }) => {
    const id = Number(params.index) || 0;
    const [record, listed] = await Promise.all([fetchRecord(api, kind, id), api.crm.sequences({})]);
    const { name } = expectStatus(record, 200);
    const sequences = expectStatus(listed, 200).data.filter(({ active }) => active);
    const asked = sequences.find((one) => String(one.id) === url.searchParams.get("sequence"));
    const plan = asked && (await api.crm.planSequence({ params: { id: asked.id }, body: { type: kind, record: id } }));
    return {
      record: { kind, id, name },
      sequences: sequences.map((one) => ({ id: one.id, name: one.name })),
      chosen: asked ? { id: asked.id, name: asked.name } : undefined,
      plan: plan?.status === 200 ? plan.body : undefined,
      trouble: plan && plan.status !== 200 ? plan.body.message : "",
      zone: viewer.time_zone,
    };
  });
}

const EnrolFields = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("put in"), sequence: typedId }),
  z.object({ intent: z.enum(["take out", "pause", "resume"]), person: typedId }),
]);

export function enrolAction(kind: SequenceKind) {
  return act(`/crm/${kind}/:index/sequence`, EnrolFields, async ({ api, params, value, refuse, from }) => {
    const id = Number(params.index) || 0;
    const there = recordHref({ kind, id });
    if (value.intent === "take out") {
      const answer = await api.crm.takeOut({ params: { id: value.person } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, there, "The steps that are left are not done.", "Taken out");
    }
    if (value.intent !== "put in") {
      const paused = value.intent === "pause";
      const answer = await api.crm.pauseSequencePerson({ params: { id: value.person }, body: { paused } });
      if (answer.status !== 201) return refuse(answer.body);
      return paused
        ? done(from, there, "No step is done until someone resumes it.", "Paused")
        : done(from, there, "Its next step is done when it is due.", "Resumed");
    }
    const answer = await api.crm.enrol({ params: { id: value.sequence }, body: { type: kind, records: [id] } });
    if (answer.status !== 201) return refuse(answer.body);
    const [no] = answer.body.refused;
    if (no) return refuse({ status: 409, message: no.reason });
    return done(from, there, "Its steps begin when they are due.", "Put in the sequence");
  });
}
