import { z } from "zod";
import { pipelineKinds } from "../../rules/crm";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { anyRecordScope, Count, crmProducts } from "./contract.records";

const setting = { permissions: ["View crm settings"], products: crmProducts } as const;
const reading = {
  permissions: ["View crm leads", "View crm deals", "View crm settings"],
  products: crmProducts,
} as const;
const oneId = z.object({ id });

export const Pipeline = z.object({
  id: Count,
  kind: z.enum(pipelineKinds),
  name: z.string(),
  rank: Count,
  stages: Count,
  /** Open ones and closed ones, counted no further than 10,001. */
  records: Count,
});
export type Pipeline = z.infer<typeof Pipeline>;

const name = z
  .string({ error: "Enter a name." })
  .trim()
  .min(1, "Enter a name.")
  .max(60, "A name has at most 60 characters.");

/** Several rows of stages for leads, and for deals. */
export const pipelineCalls = {
  pipelines: {
    method: "GET",
    path: "/pipelines",
    summary: "The pipelines of leads and deals in their order; the first of a kind is where new records begin",
    needs: reading,
    scope: anyRecordScope,
    answers: { 200: z.object({ data: z.array(Pipeline) }) },
  },
  createPipeline: {
    method: "POST",
    path: "/pipelines",
    summary: "Add a pipeline with the usual stages",
    needs: setting,
    writes: true,
    body: z.strictObject({ kind: z.enum(pipelineKinds, { error: "Choose leads or deals." }), name }),
    answers: { 201: Pipeline },
  },
  updatePipeline: {
    method: "PUT",
    path: "/pipelines/{id}",
    summary: "Give a pipeline another name, or make it the first of its kind",
    needs: setting,
    writes: true,
    params: oneId,
    body: z.strictObject({ name, first: z.boolean().default(false) }),
    answers: { 201: Pipeline },
  },
  deletePipeline: {
    method: "DELETE",
    path: "/pipelines/{id}",
    summary: "Delete a pipeline in which nothing is; the last one of a kind stays",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
