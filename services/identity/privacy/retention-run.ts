import { keptSince } from "../../../rules/retention";
import { dropActivities } from "../../kit/activities";
import { type Database, inAccount } from "../../kit/database";
import { dataKeepers, type PrivacyDeps } from "./keepers";
import type { RetentionRow } from "./retention";

/** Removes what is older than the account keeps. Answers how much of each kind. */
export async function applyRetention(
  { db }: Database,
  deps: PrivacyDeps,
  account: string,
  kept: RetentionRow,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const now = new Date();
  if (kept.messages_months) {
    const body = { before: keptSince(now, kept.messages_months) };
    removed.messages = await until(async () => {
      const answers = await Promise.all(
        dataKeepers(deps, account).map(([, service]) => service.forgetOlder?.({ body })),
      );
      return answers.flatMap((answer) => (answer ? [answer] : []));
    });
  }
  if (kept.tickets_months) {
    const body = { before: keptSince(now, kept.tickets_months) };
    removed.tickets = await until(async () => {
      const answers = await Promise.all(
        dataKeepers(deps, account).map(([, service]) => service.forgetTickets?.({ body })),
      );
      return answers.flatMap((answer) => (answer ? [answer] : []));
    });
  }
  if (kept.files_months) {
    const body = {
      before: keptSince(now, kept.files_months),
      purposes: ["issue", "ticket", "chat"] as ("issue" | "ticket" | "chat")[],
    };
    removed.files = await until(async () => [await deps.clientsOfAccount(account).uploads.dropOlder({ body })]);
  }
  if (kept.activities_months) {
    const before = keptSince(now, kept.activities_months);
    removed.activities = await until(async () => {
      const count = await inAccount(db, account, (trx) => dropActivities(trx, account, before));
      return [{ status: 200 as const, body: { removed: count, more: count === 5_000 } }];
    });
  }
  return removed;
}
type Dropped =
  | { status: 200; body: { removed: number; more: boolean } }
  | { status: number; body: { message: string } };

/** Asks again until there is no more. */
async function until(ask: () => Promise<Dropped[]>): Promise<number> {
  let total = 0;
  for (;;) {
    let more = false;
    for (const answer of await ask()) {
      if (!("removed" in answer.body)) throw new Error(`retention was refused: ${answer.body.message}`);
      total += answer.body.removed;
      more ||= answer.body.more;
    }
    if (!more) return total;
  }
}
