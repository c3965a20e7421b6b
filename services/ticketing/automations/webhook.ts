import { sql } from "kysely";
import { type Database, inAccount } from "../../kit/database";
import { fetchOutside, OutsideError, type OutsidePolicy } from "../../kit/outside";

/** The job that calls a web hook. */
export const webhookTask = "ticketing.webhook";

/** What a run says of a web hook until it is answered. */
export function webhookQueued(url: string, place: number): string {
  return `${webhookLabel(url, place)}: queued`;
}

function webhookLabel(url: string, place: number): string {
  return `web hook of ${hostName(url)}, action ${place + 1}`;
}

/** Answers that another try may better: too early, too many, not just now. */
const passing = new Set([408, 425, 429]);
/** Faults of the address itself, which no other try betters. */
const final = new Set(["address", "private", "redirects"]);

/**
 * Calls the web hook of a rule. The same delivery always carries the same `id`, in the body and as a header, so that a
 * receiver knows one that comes twice. The run's outcome says what became of it. @throws to be tried again
 */
export async function callWebhook(
  { db }: Database,
  payload: Record<string, unknown>,
  policy?: OutsidePolicy,
): Promise<void> {
  const { account, ticket, event, rule, run } = payload;
  const [url, place] = [String(payload.url), Number(payload.place) || 0];
  const id = `${run}-${place}`;
  const hook = webhookLabel(url, place);
  const told = (words: string) =>
    inAccount(db, String(account), (trx) =>
      sql`
        update ticketing.automation_runs
        set outcome = regexp_replace(outcome, ${`${escaped(hook)}: [^;]*`}, ${`${hook}: ${words}`})
        where customer_account = ${account} and id = ${Number(run) || 0}`.execute(trx),
    );
  try {
    const body = JSON.stringify({ id, account, ticket, event, rule });
    const headers = { "content-type": "application/json", "x-delivery-id": id };
    const answer = await fetchOutside(url, { method: "POST", headers, body }, policy);
    await answer.body?.cancel();
    if (answer.status >= 500 || passing.has(answer.status))
      throw new Error(`answered ${answer.status}, it is tried again`);
    await told(answer.ok ? `answered ${answer.status}` : `refused it with ${answer.status}`);
  } catch (error) {
    const words = error instanceof Error ? error.message : "failed";
    if (error instanceof OutsideError) {
      await told(final.has(error.fault) ? `was not called: ${error.message}` : "did not answer, it is tried again");
      if (final.has(error.fault)) return;
    } else await told(words);
    throw new Error(`the web hook of ${hostName(url)}: ${words}`, { cause: error });
  }
}

function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "no address";
}

/** For a pattern of PostgreSQL's. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
