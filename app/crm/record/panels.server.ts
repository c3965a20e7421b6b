import { z } from "zod";
import { kindWords, type RecordKind } from "../../../rules/crm";
import { typedId, typedText, unknownIntent } from "../../kit/typed-fields";
import { type Admitted, act, done, expectStatus, page } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { atCallFields, LoggedCallFields, loggedCallBody } from "./calls.server";
import { recordHref } from "./places";
import { loadRecord, moveRecord } from "./record.server";
import { atFields, RecordFields, recordBody } from "./record-form";

/** As many notes as the overview shows; the others are in their own panel. */
const notesShown = 20;

/** The newest notes and logged calls of a record, its appointments to come and its open tasks. */
async function loadActions({ api, params }: Pick<Admitted<Path>, "api"> & { params: { index: string } }, most: number) {
  const id = Number(params.index) || 0;
  const [notes, calls, appointments, tasks] = await Promise.all([
    api.crm.contactNotes({ params: { id }, query: { per_page: most } }),
    api.crm.loggedCalls({ params: { id }, query: { per_page: most } }),
    api.crm.appointments({ query: { record: id, per_page: 20 } }),
    api.crm.tasks({ query: { record: id, per_page: 20 } }),
  ]);
  return {
    notes: expectStatus(notes, 200).data,
    calls: expectStatus(calls, 200).data,
    appointments: appointments.status === 200 ? appointments.body.data : [],
    tasks: tasks.status === 200 ? tasks.body.data : [],
  };
}

/** The loader of a record's page. */
export function overviewLoader(kind: RecordKind) {
  return page(`/crm/${kind}/:index`, async (given) => {
    const [loaded, actions, sequences] = await Promise.all([
      loadRecord(given, kind),
      loadActions(given, notesShown),
      kind === "deal" ? undefined : given.api.crm.recordSequences({ params: { id: Number(given.params.index) || 0 } }),
    ]);
    return { ...loaded, ...actions, sequences: sequences?.status === 200 ? sequences.body.data : [] };
  });
}

/** The loader of a panel that shows the record alone. */
export function panelLoader(kind: RecordKind, panel: "score") {
  return page(`/crm/${kind}/:index/${panel}`, (given) => loadRecord(given, kind));
}

/** The loader of the details: with the organisations that the company may mean. */
export function detailsLoader(kind: RecordKind) {
  return page(`/crm/${kind}/:index/details`, async (given) => {
    const loaded = await loadRecord(given, kind);
    const { company, email, organisation } = loaded.record;
    // Whoever may not see contacts chooses no organisation.
    if (kind === "lead" || !loaded.may.contact) return { ...loaded, organisations: undefined };
    const likely = await given.api.crm.organisationMatches({ query: { name: company, email } });
    const found = likely.status === 200 ? likely.body.data : [];
    return { ...loaded, organisations: found.filter(({ id }) => id !== organisation?.id) };
  });
}

const DetailsForm = RecordFields.extend({ version: z.coerce.number().int().min(1) });

export function detailsAction(kind: RecordKind) {
  return act(
    `/crm/${kind}/:index/details`,
    DetailsForm,
    async ({ api, params, value: { version, ...fields }, refuse, from }) => {
      const id = Number(params.index) || 0;
      const body = { ...recordBody(fields), version, type: kind };
      const answer = await api.crm.updateContactDetails({ params: { id }, body });
      if (answer.status !== 201) return refuse({ ...answer.body, errors: atFields(answer.body.errors) });
      return done(from, recordHref({ kind, id }), "Details saved");
    },
  );
}

export function notesLoader(kind: RecordKind) {
  return page(`/crm/${kind}/:index/other`, async (given) => {
    return { ...(await loadRecord(given, kind)), ...(await loadActions(given, 200)) };
  });
}

/** A new note, or with `note` the other words of one that is there; a call that is logged, changed or deleted. */
const NoteFields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("note"), note: typedId, text: typedText }),
    LoggedCallFields,
    z.object({ intent: z.literal("delete-call"), call: typedId }),
  ],
  unknownIntent,
);

export function notesAction(kind: RecordKind) {
  return act(`/crm/${kind}/:index/other`, NoteFields, async ({ api, params, value, viewer, refuse, from }) => {
    const id = Number(params.index) || 0;
    const back = recordHref({ kind, id });
    if (value.intent === "delete-call") {
      const answer = await api.crm.deleteLoggedCall({ params: { id: value.call } });
      return answer.status === 201 ? done(from, back, "Call deleted") : refuse(answer.body);
    }
    if (value.intent === "call") {
      const { call } = value;
      const typed = loggedCallBody(value, viewer.time_zone);
      if (!typed.body)
        return refuse({ status: 422, message: "Please correct the marked fields.", errors: typed.errors });
      const { body, follow_up } = typed;
      const answer =
        call === 0
          ? await api.crm.addLoggedCall({ body: { ...body, id, follow_up } })
          : await api.crm.updateLoggedCall({ params: { id: call }, body });
      if (answer.status !== 201) return refuse({ ...answer.body, errors: atCallFields(answer.body.errors) });
      return done(from, back, call === 0 ? "Call logged" : "Call saved");
    }
    const { note, text } = value;
    const answer =
      note === 0
        ? await api.crm.addContactNote({ body: { id, text } })
        : await api.crm.updateContactNote({ params: { id: note }, body: { text } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, back, note === 0 ? "Note added" : "Note saved");
  });
}

export function stagesLoader(kind: RecordKind) {
  return page(`/crm/${kind}/:index/stages`, async (given) => ({
    ...(await loadRecord(given, kind)),
    to: given.url.searchParams.get("to") ?? "",
  }));
}

const StageFields = z.object({
  stage_id: z.coerce.number({ error: "Choose a stage." }).int().positive("Choose a stage."),
  lost_reason: typedText,
  won_on: typedText,
  version: z.coerce.number().int().min(1).optional(),
});

export function stagesAction(kind: RecordKind) {
  return act(`/crm/${kind}/:index/stages`, StageFields, async ({ api, params, value, refuse, from }) => {
    const id = Number(params.index) || 0;
    const answer = await moveRecord(api, { kind, id }, { ...value, won_on: value.won_on || null });
    if (answer.status !== 201) return refuse(answer.body);
    const words = `The ${kindWords[kind][0]} is in ${answer.body.stage} now.`;
    return done(from, recordHref({ kind, id }), words, "Moved");
  });
}

export function managerLoader(kind: RecordKind) {
  return page(`/crm/${kind}/:index/topbar`, async (given) => {
    const [loaded, managers] = await Promise.all([loadRecord(given, kind), given.api.crm.salesManagers({})]);
    return { ...loaded, managers: expectStatus(managers, 200).data };
  });
}

const ManagerFields = z.object({ sales_manager_id: typedText });

export function managerAction(kind: RecordKind) {
  return act(`/crm/${kind}/:index/topbar`, ManagerFields, async ({ api, params, value, refuse, from }) => {
    const id = Number(params.index) || 0;
    const sales_manager_id = value.sales_manager_id || null;
    const answer = await api.crm.setSalesManager({ params: { id }, body: { type: kind, sales_manager_id } });
    if (answer.status !== 201) return refuse(answer.body);
    const { sales_manager } = answer.body;
    const [one] = kindWords[kind];
    const words =
      sales_manager === "" ? `The ${one} has no sales manager now.` : `${sales_manager} has the ${one} now.`;
    return done(from, recordHref({ kind, id }), words);
  });
}
