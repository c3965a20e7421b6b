import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { type Call, id, pageSchema, paging, sortField } from "../kit/contract";
import {
  CrmRecord,
  inPipeline,
  MoveForm,
  PipelineStage,
  pipelineFilters,
  RecordDetail,
  RecordForm,
  recordFilters,
  recordNeeds,
} from "./contract.records";

const needs = recordNeeds.lead;

export const leadCalls = {
  leads: {
    method: "GET",
    path: "/leads",
    summary: "Leads, a page at a time; open ones unless others are asked for",
    needs,
    scope: "leads:read",
    query: z.object({ ...paging, ...recordFilters, sort: sortField(listOrders.records) }),
    answers: { 200: pageSchema(CrmRecord) },
  },
  lead: {
    method: "GET",
    path: "/leads/{id}",
    summary: "One lead with its score, its changes and what may be the same lead",
    needs,
    scope: "leads:read",
    params: z.object({ id }),
    answers: { 200: RecordDetail },
  },
  createLead: {
    method: "POST",
    path: "/leads",
    summary: "Add a lead in the first stage; it belongs to whoever adds it",
    needs,
    scope: "leads:write",
    writes: true,
    body: RecordForm.extend(inPipeline),
    answers: { 201: RecordDetail },
  },
  moveLead: {
    method: "PUT",
    path: "/current-lead-stages/{lead_id}",
    summary: "Put a lead into another stage; a lost one needs a reason",
    needs,
    scope: "leads:write",
    writes: true,
    params: z.object({ lead_id: id }),
    body: MoveForm,
    answers: { 201: RecordDetail },
  },
  leadPipeline: {
    method: "GET",
    path: "/lead-pipeline",
    summary: "The stages with their leads, how many there are and what they are worth",
    needs,
    query: z.object(pipelineFilters),
    answers: { 200: z.object({ stages: z.array(PipelineStage) }) },
  },
} as const satisfies Record<string, Call>;
