import { z } from "zod";
import { listMachineActions } from "../../rules/answering-machines";
import { maxRatio, minRatio, pacingModes } from "../../rules/pacing";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { Count, uploadNeeds, voiceProducts } from "./contract.schemas";

const readNeeds = {
  permissions: ["Upload payment file", "View voice outbound dashboard", "View voice settings"],
  products: voiceProducts,
} as const;
const oneId = z.object({ id });
const ratio = (words: string) =>
  z.coerce
    .number(words)
    .min(minRatio / 10, words)
    .max(maxRatio / 10, words);

/** How a list is called, and what goes on now. */
export const Pacing = z.object({
  mode: z.enum(pacingModes),
  /** Calls for each free agent: 1 to 3. */
  ratio: z.number(),
  numberId: Count.nullable(),
  dropSoundId: Count.nullable(),
  onMachine: z.enum(listMachineActions),
  running: z.boolean(),
  startedBy: z.string(),
  startedAt: z.string().nullable(),
  /** Whether calls may be placed at this hour, over a number of the account. */
  open: z.boolean(),
  hours: z.string(),
  freeAgents: Count,
  inAir: Count,
  talking: Count,
  /** Of the account in 30 days: answered by a person, those of them without an agent, and the limit in tenths of a percent. */
  share: z.object({ answered: Count, dropped: Count, capTenths: Count }),
  /** The share reached the limit: one call for each free agent. */
  limited: z.boolean(),
  numbers: z.array(z.object({ id: Count, phoneNumber: z.string() })),
  sounds: z.array(z.object({ id: Count, name: z.string() })),
});
export type Pacing = z.infer<typeof Pacing>;

/** Lists whose numbers are called automatically. */
export const pacingCalls = {
  pacing: {
    method: "GET",
    path: "/voice/outbound/groups/{id}/pacing",
    summary: "How the numbers of a list are called, and what goes on now",
    needs: readNeeds,
    params: oneId,
    answers: { 200: Pacing },
  },
  savePacing: {
    method: "PUT",
    path: "/voice/outbound/groups/{id}/pacing",
    summary: "Let agents call the numbers of a list one by one, or have them called automatically for free agents",
    needs: uploadNeeds,
    writes: true,
    params: oneId,
    body: z.strictObject({
      mode: z.enum(pacingModes, "Choose how the list is called."),
      ratio: ratio("1 to 3 calls, such as 1.5."),
      number_id: id.nullable(),
      drop_sound_id: id.nullable(),
      on_machine: z.enum(listMachineActions, "Choose what is done with answering machines.").default("off"),
    }),
    answers: { 201: DoneAnswer },
  },
  movePacing: {
    method: "POST",
    path: "/voice/outbound/groups/{id}/pacing",
    summary: "Start calling the numbers of a list automatically, or pause it: calls that ring go on",
    needs: uploadNeeds,
    writes: true,
    params: oneId,
    body: z.strictObject({ to: z.enum(["start", "pause"]) }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
