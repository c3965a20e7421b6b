import { sql } from "kysely";
import { z } from "zod";
import { callStatuses, isExtension } from "../../../rules/voice";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import type { VoiceUnitOfWork } from "../workspace/context";

/** Whether agents speak about a caller, and about whose call where the phone says so. */
export type Consultation = { is: boolean; of: number | null };
const TransferAgent = z.object({ exten: z.string(), name: z.string() });
export type TransferAgent = z.infer<typeof TransferAgent>;

/** What a new call is: a call between extensions is a consultation, whatever its PBX passes on. */
export async function findConsultation(
  { trx, account }: VoiceUnitOfWork,
  reference: string,
  phoneNumber: string,
): Promise<Consultation> {
  const about = reference
    ? await checkedRow(
        trx,
        IdRow,
        sql`select id from voice.calls where customer_account = ${account} and reference = ${reference}`,
      )
    : undefined;
  return { is: about !== undefined || isExtension(phoneNumber), of: about?.id ?? null };
}

/** The agent of an extension; nobody where it is no extension of the account's. */
export function findColleague({ trx, account }: VoiceUnitOfWork, exten: string): Promise<TransferAgent | undefined> {
  return checkedRow(
    trx,
    TransferAgent,
    sql`select exten, name from voice.extensions
      where customer_account = ${account} and exten = ${exten} and state = 'approved'`,
  );
}

/** Writes whom the caller was transferred to. */
export async function noteTransfer(unit: VoiceUnitOfWork, call: number, target: string): Promise<void> {
  const name = (await findColleague(unit, target))?.name ?? "";
  await sql`update voice.calls set transferred_to = ${target}, transferred_to_name = ${name}
    where customer_account = ${unit.account} and id = ${call}`.execute(unit.trx);
}

const ConsultedAgent = z.object({
  id: z.number(),
  user_name: z.string(),
  phone_number: z.string(),
  status: z.enum(callStatuses),
  at: z.date(),
});

/** What was asked about the caller of a call, oldest first: both sides of each talk. */
export async function listConsultations(trx: Trx, account: string, call: number) {
  const found = await checkedRows(
    trx,
    ConsultedAgent,
    sql`select id, user_name, phone_number, status, started_at as at from voice.calls
      where customer_account = ${account} and consult_of = ${call} order by started_at, id limit 100`,
  );
  return found.map(({ id, user_name, phone_number, status, at }) => ({
    ...{ id, userName: user_name, phoneNumber: phone_number, status, startedAt: at.toISOString() },
  }));
}
