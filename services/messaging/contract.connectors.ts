import { z } from "zod";
import type { Call } from "../kit/contract";

const idKind = z.enum(["text", "hex", "decimal"], { error: "Choose one." });

/** How a connector speaks to its carrier. Null: what the environment says. */
export const ConnectorSettings = z.strictObject({
  /** pair: one session that sends and one that receives. */
  bind: z.enum(["transceiver", "pair", "transmitter"], { error: "Choose one." }),
  system_type: z
    .string()
    .trim()
    .max(12, "Use at most 12 characters.")
    .regex(/^[\x20-\x7e]*$/, "Use plain letters, digits and signs."),
  answer_id: idKind,
  receipt_id: idKind,
  /** Parts that the phone puts together, or the whole text in message_payload. */
  long_messages: z.enum(["parts", "payload"], { error: "Choose one." }),
  /** Our own reference in user_message_reference. */
  reference: z.boolean(),
  max_unanswered: z
    .number({ error: "Enter a whole number." })
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more.")
    .max(5000, "Enter at most 5,000.")
    .nullable(),
  tps: z
    .number({ error: "Enter a whole number." })
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(100_000, "Enter at most 100,000.")
    .nullable(),
  /** The carrier with the lower number takes everything while its link is up. */
  priority: z
    .number({ error: "Enter a whole number." })
    .int("Enter a whole number.")
    .min(1, "Enter 1 to 9.")
    .max(9, "Enter 1 to 9.")
    .default(1),
});
export type ConnectorSettings = z.infer<typeof ConnectorSettings>;

export const Connector = z.object({
  name: z.string(),
  settings: ConnectorSettings,
  changed_by: z.string(),
  changed_at: z.string().nullable(),
  link: z.object({ up: z.boolean(), since: z.string().nullable(), reason: z.string() }),
});
export type Connector = z.infer<typeof Connector>;

/** What came from the carrier and belongs to nothing that is known, the newest first. */
export const Unmatched = z.object({
  receipts: z.array(
    z.object({ provider_id: z.string(), state: z.string(), error: z.string().nullable(), at: z.string() }),
  ),
  receipts_total: z.number().int(),
  messages: z.array(
    z.object({ id: z.number().int(), from: z.string(), to: z.string(), text: z.string(), at: z.string() }),
  ),
  messages_total: z.number().int(),
});
export type Unmatched = z.infer<typeof Unmatched>;

/** The platform's own staff only, and each needs the permission itself (R044). */
const platform = { platform: true, permissions: ["Can approve sender ID"], explicit: true } as const;

/** The link to the carrier, for the people who run the platform. */
export const connectorCalls = {
  connector: {
    method: "GET",
    path: "/connectors/smpp",
    summary: "How the SMPP connector speaks to its carrier, and whether the link is up",
    needs: platform,
    answers: { 200: Connector },
  },
  updateConnector: {
    method: "PUT",
    path: "/connectors/smpp",
    summary: "Change the settings of the SMPP connector; it binds again with them within seconds",
    needs: platform,
    writes: true,
    body: ConnectorSettings,
    answers: { 201: Connector },
  },
  secondConnector: {
    method: "GET",
    path: "/connectors/smpp2",
    summary: "The same of the second carrier, which takes over when the link to the first is down",
    needs: platform,
    answers: { 200: Connector },
  },
  updateSecondConnector: {
    method: "PUT",
    path: "/connectors/smpp2",
    summary: "Change the settings of the second carrier",
    needs: platform,
    writes: true,
    body: ConnectorSettings,
    answers: { 201: Connector },
  },
  unmatched: {
    method: "GET",
    path: "/connectors/smpp/unmatched",
    summary: "Receipts and messages from the carrier that belong to nothing that is known, the last 50 of each",
    needs: platform,
    answers: { 200: Unmatched },
  },
} as const satisfies Record<string, Call>;
