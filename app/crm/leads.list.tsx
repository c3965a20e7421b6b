import { ArrowRight } from "lucide-react";
import { z } from "zod";
import { formatMoney } from "../../rules/crm-money";
import { headSort, listOrders } from "../../rules/list-orders";
import { showPhone } from "../../rules/phone";
import type { CrmRecord, RecordStage } from "../../services/crm/contract.records";
import { id, paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { type BulkAction, list } from "../kit/lists/definition";
import { eachRow } from "../kit/lists/each-row";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { categoryKinds } from "./leads/labels";

const states = ["open", "closed", "all"] as const;
const stateWords = { open: "Open", closed: "Won and lost", all: "All" };

export const leads = list({
  path: "/crm/leads",
  file: "leads",
  noun: ["lead", "leads"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.leads),
    q: z.string().max(100).catch("").default(""),
    stage: id.optional().catch(undefined),
    state: z.enum(states).catch("open").default("open"),
    sales_manager: z.string().max(60).optional().catch(undefined),
    rotting: z.enum(["1"]).optional().catch(undefined),
  }),
  find: "Name, company, phone or email",
  async facts({ api }): Promise<{ stages: RecordStage[]; managers: { value: string; label: string }[] }> {
    const [pipeline, managers] = await Promise.all([api.crm.leadStages({}), api.crm.salesManagers({})]);
    return {
      stages: pipeline.status === 200 ? pipeline.body.data : [],
      managers: managers.status === 200 ? managers.body.data.map(({ id, name }) => ({ value: id, label: name })) : [],
    };
  },
  rows: ({ api }, query) => api.crm.leads({ query }),
  filters: ({ stages, managers }) => [
    { name: "stage", label: "Stage", choices: stages.map(({ id, name }) => ({ value: String(id), label: name })) },
    {
      name: "state",
      label: "State",
      none: "open",
      choices: states.map((value) => ({ value, label: stateWords[value] })),
    },
    { name: "sales_manager", label: "Sales manager", choices: [{ value: "none", label: "None" }, ...managers] },
    { name: "rotting", label: "Waiting", choices: [{ value: "1", label: "Longer than the stage allows" }] },
  ],
  columns: ({ zone }) => [
    {
      name: "name",
      label: "Name",
      fixed: true,
      mobileOrder: 1,
      sort: headSort("leads", "name"),
      value: ({ name }) => name,
      cell: (lead) => <RowLink to={href("/crm/lead/:index", { index: lead.id })}>{lead.name}</RowLink>,
    },
    {
      name: "stage",
      label: "Stage",
      alignEnd: true,
      mobileOrder: 2,
      value: ({ stage }) => stage,
      cell: ({ stage, category }) => <Status kind={categoryKinds[category]}>{stage}</Status>,
    },
    { name: "company", label: "Company", wide: true, muted: true, mobileOrder: 3, value: ({ company }) => company },
    {
      name: "value",
      label: "Value",
      align: "right",
      num: true,
      mobileOrder: 4,
      sort: headSort("leads", "value"),
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
      sort: headSort("leads", "score"),
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
      extra: true,
      num: true,
      value: ({ phone }) => phone,
      cell: ({ phone }) => (phone === "" ? "–" : showPhone(phone)),
    },
    { name: "email", label: "Email", extra: true, value: ({ email }) => email },
    { name: "source", label: "Source", extra: true, value: ({ source }) => source },
    { name: "expected", label: "Expected close", extra: true, num: true, value: (lead) => lead.expected_close },
    {
      name: "active",
      label: "Last activity",
      muted: true,
      hideOnSmall: true,
      spare: true,
      sort: headSort("leads", "active"),
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
      sort: headSort("leads", "created"),
      value: ({ created_at }) => created_at,
    },
  ],
  id: (lead) => String(lead.id),
  version: ({ version }) => version,
  called: ({ name }) => name,
  bulk: ({ stages }) =>
    stages
      .filter(({ category }) => category !== "lost")
      .map(
        (stage): BulkAction<CrmRecord> => ({
          name: `stage-${stage.id}`,
          label: `Move to ${stage.name}`,
          icon: ArrowRight,
          ask: (count) => ({
            title: `Move ${count} to ${stage.name}?`,
            text: "The move is in the history of each lead.",
            button: `Move to ${stage.name}`,
          }),
          run: ({ api }, rows) =>
            eachRow(rows, { id: (row) => String(row.id), called: ({ name }) => name }, (row) =>
              api.crm.moveLead({ params: { lead_id: row.id }, body: { stage_id: stage.id } }),
            ),
          told: (count) => `${count} moved to ${stage.name}.`,
        }),
      ),
});
