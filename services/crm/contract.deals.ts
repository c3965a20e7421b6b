import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { type Call, id, pageSchema, paging, sortField } from "../kit/contract";
import {
  CrmRecord,
  inOrganisation,
  inPipeline,
  MoveForm,
  PipelineStage,
  pipelineFilters,
  RecordDetail,
  RecordForm,
  recordFilters,
  recordNeeds,
} from "./contract.records";

const needs = recordNeeds.deal;

export const dealCalls = {
  deals: {
    method: "GET",
    path: "/paginated-deals/",
    summary: "Deals, a page at a time; open ones unless others are asked for",
    needs,
    scope: "deals:read",
    query: z.object({ ...paging, ...recordFilters, sort: sortField(listOrders.records) }),
    answers: { 200: pageSchema(CrmRecord) },
  },
  deal: {
    method: "GET",
    path: "/deals/{id}",
    summary: "One deal with its contact, its score and its changes",
    needs,
    scope: "deals:read",
    params: z.object({ id }),
    answers: { 200: RecordDetail },
  },
  createDeal: {
    method: "POST",
    path: "/deals",
    summary: "Add a deal in the first stage; it belongs to whoever adds it",
    needs,
    scope: "deals:write",
    writes: true,
    body: RecordForm.extend({ ...inPipeline, ...inOrganisation, contact_id: id.nullable().default(null) }),
    answers: { 201: RecordDetail },
  },
  moveDeal: {
    method: "POST",
    path: "/deal-stages/update",
    summary: "Put a deal into another stage; a lost one needs a reason, a won one has the day",
    needs,
    scope: "deals:write",
    writes: true,
    body: MoveForm.extend({ deal_id: id, won_on: z.iso.date("Enter a date.").nullable().default(null) }),
    answers: { 201: RecordDetail },
  },
  dealPipeline: {
    method: "GET",
    path: "/deal-pipeline",
    summary: "The stages with their deals, how many there are and what they are worth",
    needs,
    query: z.object(pipelineFilters),
    answers: { 200: z.object({ stages: z.array(PipelineStage) }) },
  },
} as const satisfies Record<string, Call>;
