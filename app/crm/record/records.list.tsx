import { ArrowRight, UserCheck } from "lucide-react";
import { z } from "zod";
import { kindWords, type RecordKind } from "../../../rules/crm";
import { customQuery } from "../../../rules/crm-field-filters";
import { formatMoney } from "../../../rules/crm-money";
import { headSort } from "../../../rules/list-orders";
import { showPhone } from "../../../rules/phone";
import type { CustomField } from "../../../services/crm/contract.fields";
import type { CrmRecord, RecordStage } from "../../../services/crm/contract.records";
import type { Sequence } from "../../../services/crm/contract.sequences";
import { DateTime } from "../../kit/date-time";
import { type BulkAction, type BulkValues, type ListColumn, list } from "../../kit/lists/definition";
import type { Choice } from "../../kit/ui/field";
import { Status } from "../../kit/ui/status";
import { RowLink } from "../../kit/ui/table";
import { customColumns, customFilters, customSetter } from "../fields/custom-list";
import { sequenceActions } from "../sequences/sequence-list";
import { tagActions, tagColumn, tagFilter } from "../tags/tag-list";
import { changeRecords, undoChanges } from "./bulk";
import { categoryKinds, stageLabel } from "./labels";
import { listPlaces, recordHref } from "./places";
import { furtherText } from "./points";
import { recordQuery, recordSearch, states } from "./records-search";

const stateWords = { open: "Open", closed: "Won and lost", all: "All" };

/** Several records get another stage. */
function mover(kind: RecordKind, stages: readonly RecordStage[]): BulkAction<CrmRecord> {
  const choices = stages.map((stage) => ({ value: String(stage.id), label: stageLabel(stage, stages) }));
  const nameOf = ({ stage = "" }: BulkValues) => choices.find(({ value }) => value === stage)?.label ?? "another stage";
  return {
    name: "move",
    label: "Move",
    icon: ArrowRight,
    fields: [{ name: "stage", label: "Stage", choices }],
    ask: (count, { values }) => ({
      title: `Move ${count} to ${nameOf(values)}?`,
      text: `The move is in the history of each ${kindWords[kind][0]}.`,
      button: `Move to ${nameOf(values)}`,
    }),
    run: (asked, rows, { stage }) => changeRecords(asked, kind, rows, { what: "stage", stage_id: Number(stage) }),
    told: (count) => `${count} moved.`,
    undo: { run: undoChanges, told: (count) => `${count} moved back.` },
  };
}

/** Several records get another sales manager, or none. */
function giver(kind: RecordKind, managers: readonly Choice[]): BulkAction<CrmRecord> {
  const choices = [...managers, { value: "none", label: "No one" }];
  const nameOf = ({ sales_manager = "" }: BulkValues) =>
    choices.find(({ value }) => value === sales_manager)?.label ?? "another person";
  return {
    name: "give",
    label: "Sales manager",
    icon: UserCheck,
    fields: [{ name: "sales_manager", label: "Sales manager", choices }],
    ask: (count, { values }) => ({
      title: `Give ${count} to ${nameOf(values)}?`,
      text: `The change is in the history of each ${kindWords[kind][0]}.`,
      button: `Give to ${nameOf(values)}`,
    }),
    run: (asked, rows, { sales_manager = "none" }) => {
      const sales_manager_id = sales_manager === "none" ? null : sales_manager;
      return changeRecords(asked, kind, rows, { what: "sales manager", sales_manager_id });
    },
    told: (count) => `${count} given.`,
    undo: { run: undoChanges, told: (count) => `${count} got the sales manager back.` },
  };
}

/** The pipelines to choose from, where there are several. */
function pipelineFilter(stages: readonly RecordStage[]) {
  const pipelines = new Map(
    stages.flatMap(({ pipeline_id, pipeline }) => (pipeline_id ? [[pipeline_id, pipeline]] : [])),
  );
  if (pipelines.size < 2) return [];
  const choices = [...pipelines].map(([value, label]) => ({ value: String(value), label: String(label) }));
  return [{ name: "pipeline" as const, label: "Pipeline", choices }];
}

/** What only deals say. */
function dealColumns(kind: RecordKind): ListColumn<CrmRecord>[] {
  if (kind !== "deal") return [];
  return [
    {
      ...{ name: "contact", label: "Contact", muted: true, mobileOrder: 3 },
      value: ({ contact }) => contact?.name ?? "",
    },
    { name: "won", label: "Won on", extra: true, num: true, value: ({ won_on }) => won_on },
  ];
}

function recordColumns(kind: RecordKind, zone: string, fields: readonly CustomField[]): ListColumn<CrmRecord>[] {
  return [
    {
      name: "name",
      label: "Name",
      fixed: true,
      mobileOrder: 1,
      sort: headSort("records", "name"),
      value: ({ name }) => name,
      cell: (found) => <RowLink to={recordHref(found)}>{found.name}</RowLink>,
    },
    {
      name: "stage",
      label: "Stage",
      alignEnd: true,
      mobileOrder: 2,
      value: ({ stage }) => stage,
      cell: ({ stage, category }) => <Status kind={categoryKinds[category]}>{stage}</Status>,
    },
    ...dealColumns(kind),
    { name: "company", label: "Company", wide: true, muted: true, mobileOrder: 3, value: ({ company }) => company },
    ...(kind === "lead"
      ? []
      : [
          {
            ...{ name: "organisation", label: "Organisation", extra: true },
            value: ({ organisation }: CrmRecord) => organisation?.name ?? "",
          },
        ]),
    {
      name: "value",
      label: "Value",
      // What a contact is worth is said by its deals.
      ...(kind === "contact" ? { extra: true } : {}),
      align: "right",
      num: true,
      mobileOrder: 4,
      sort: headSort("records", "value"),
      value: ({ value_cents }) => (value_cents === null ? null : value_cents / 100),
      cell: ({ value_cents, currency }) => formatMoney(value_cents, currency) || "–",
    },
    { name: "currency", label: "Currency", extra: true, value: ({ currency }) => currency },
    {
      name: "score",
      label: "Score",
      align: "right",
      num: true,
      hideOnSmall: true,
      sort: headSort("records", "score"),
      value: ({ score }) => score,
    },
    {
      name: "manager",
      label: "Sales manager",
      muted: true,
      mobileOrder: 5,
      value: ({ sales_manager }) => sales_manager,
      cell: ({ sales_manager }) => sales_manager || "None",
    },
    {
      name: "phone",
      label: "Phone",
      ...(kind === "contact" ? { hideOnSmall: true } : { extra: true }),
      num: true,
      value: ({ phone }) => phone,
      cell: ({ phone }) => (phone === "" ? "–" : showPhone(phone)),
    },
    { name: "email", label: "Email", extra: true, value: ({ email }) => email },
    ...(kind === "deal"
      ? []
      : [
          { name: "further_phones", label: "Further phones", fileOnly: true, value: furtherText("phone") },
          { name: "further_emails", label: "Further emails", fileOnly: true, value: furtherText("email") },
        ]),
    tagColumn(kind),
    { name: "source", label: "Source", extra: true, value: ({ source }) => source },
    { name: "expected", label: "Expected close", extra: true, num: true, value: (found) => found.expected_close },
    {
      name: "active",
      label: "Last activity",
      muted: true,
      hideOnSmall: true,
      spare: true,
      sort: headSort("records", "active"),
      value: ({ active_at }) => active_at,
      cell: ({ active_at, rotting }) =>
        rotting ? (
          <Status kind="bad">
            <DateTime at={active_at} zone={zone} />
          </Status>
        ) : (
          <DateTime at={active_at} zone={zone} />
        ),
    },
    {
      name: "created",
      label: "Added",
      extra: true,
      sort: headSort("records", "created"),
      value: ({ created_at }) => created_at,
    },
    ...customColumns(fields),
  ];
}

type RecordFacts = {
  stages: RecordStage[];
  managers: Choice[];
  fields: CustomField[];
  /** The organisation whose records these are. */
  organisation: Choice[];
  tags: { id: number; name: string }[];
  sequences: Sequence[];
};

/** The list of the records of a kind. */
function recordList(kind: RecordKind) {
  return list({
    path: listPlaces[kind].path,
    file: kindWords[kind][1],
    noun: kindWords[kind],
    search: recordSearch.catchall(z.string().max(200).optional().catch(undefined)),
    keeps: ["view"],
    find: "Name, company, phone or email",
    async facts({ api }, { organisation }): Promise<RecordFacts> {
      const [pipeline, managers, fields, tags, sequences, named] = await Promise.all([
        kind === "lead" ? api.crm.leadStages({}) : api.crm.recordStages({ params: { kind } }),
        api.crm.salesManagers({}),
        api.crm.customFields({ query: { kind } }),
        api.crm.tags({ query: {} }),
        kind === "deal" ? undefined : api.crm.sequences({}),
        organisation ? api.crm.organisation({ params: { id: organisation } }) : undefined,
      ]);
      return {
        organisation: named?.status === 200 ? [{ value: String(named.body.id), label: named.body.name }] : [],
        fields: fields.status === 200 ? fields.body.data : [],
        tags: tags.status === 200 ? tags.body.data : [],
        sequences: sequences?.status === 200 ? sequences.body.data : [],
        stages: pipeline.status === 200 ? pipeline.body.data : [],
        managers: managers.status === 200 ? managers.body.data.map(({ id, name }) => ({ value: id, label: name })) : [],
      };
    },
    rows: ({ api, whole }, search) => {
      const further = whole && kind !== "deal" ? { points: "1" as const } : {};
      const query = { ...recordQuery(search), ...further, tags: "1" as const, custom: customQuery(search) };
      if (kind === "lead") return api.crm.leads({ query });
      return kind === "contact" ? api.crm.crmContacts({ query }) : api.crm.deals({ query });
    },
    filters: ({ stages, managers, fields, organisation, tags }) => [
      ...pipelineFilter(stages),
      {
        name: "stage",
        label: "Stage",
        choices: stages.map((stage) => ({ value: String(stage.id), label: stageLabel(stage, stages) })),
      },
      ...(kind === "contact"
        ? []
        : [
            {
              name: "state",
              label: "State",
              none: "open",
              choices: states.map((value) => ({ value, label: stateWords[value] })),
            },
          ]),
      { name: "sales_manager", label: "Sales manager", choices: [{ value: "none", label: "None" }, ...managers] },
      ...tagFilter(tags),
      { name: "rotting", label: "Waiting", choices: [{ value: "1", label: "Longer than the stage allows" }] },
      { name: "source", label: "Source", linked: true },
      { name: "closes", label: "Expected close", linked: true },
      { name: "made_from", label: "Added from", kind: "date" },
      { name: "made_until", label: "Added until", kind: "date" },
      { name: "ended_from", label: "Won or lost from", linked: true },
      { name: "ended_until", label: "Won or lost until", linked: true },
      ...(kind === "lead"
        ? []
        : [{ name: "organisation", label: "Organisation", linked: true, choices: organisation }]),
      ...customFilters(fields),
    ],
    columns: ({ zone, fields }) => recordColumns(kind, zone, fields),
    id: (found) => String(found.id),
    version: ({ version }) => version,
    called: ({ name }) => name,
    bulk: ({ stages, managers, fields, tags, sequences }) => [
      mover(
        kind,
        stages.filter(({ category }) => category !== "lost" || kind === "contact"),
      ),
      giver(kind, managers),
      ...tagActions(kind, tags),
      ...(kind === "deal" ? [] : sequenceActions(kind, sequences)),
      ...customSetter(kind, fields),
    ],
  });
}

export const leads = recordList("lead");
export const contacts = recordList("contact");
export const deals = recordList("deal");
