import { z } from "zod";
import { groupStates, targetStates, templateIds } from "../../rules/outbound";
import { Count } from "./contract.schemas";

/** A list of numbers to call. */
export const TargetGroup = z.object({
  id: Count,
  name: z.string(),
  template: z.enum(templateIds),
  /** 1 to 5; the highest is called first. */
  priority: Count,
  active: z.boolean(),
  deletedAt: z.string().nullable(),
  state: z.enum(groupStates),
  fileName: z.string(),
  bytes: Count,
  columns: z.array(z.string()),
  /** Rows of the file: read, added, there already, refused. */
  rowsRead: Count,
  added: Count,
  repeated: Count,
  refused: Count,
  message: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type TargetGroup = z.infer<typeof TargetGroup>;

export const TargetCounts = z.object({
  waiting: Count,
  assigned: Count,
  done: Count,
  given_up: Count,
  machine: Count,
  trash: Count,
});
export type TargetCounts = z.infer<typeof TargetCounts>;

/** A number to call. */
export const Target = z.object({
  id: Count,
  /** Null: a call-back that an agent promised. */
  groupId: Count.nullable(),
  group: z.string(),
  phoneNumber: z.string(),
  name: z.string(),
  details: z.record(z.string(), z.string()),
  note: z.string(),
  state: z.enum(targetStates),
  nextAt: z.string(),
  owner: z.string(),
  agent: z.string(),
  attempts: Count,
  result: z.string(),
  /** The last call to it. */
  callRecord: Count.nullable(),
  changedAt: z.string(),
});
export type Target = z.infer<typeof Target>;
