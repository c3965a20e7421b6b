import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../kit/database";
import { checkedRow } from "../kit/row-schema";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { email } from "./contract";
import { customerHandlers } from "./customer/handlers";
import type { EmailDeps } from "./deps";
import { hostHandlers } from "./hosts/handlers";
import { listHandlers } from "./lists/handlers";
import { mailingHandlers } from "./mailings/handlers";
import { sendingHandlers } from "./mailings/to-one";
import { personHandlers } from "./person/handlers";
import { senderHandlers } from "./senders/handlers";
import { signatureHandlers } from "./signatures/handlers";
import { suppressionHandlers } from "./suppressions/handlers";
import { templateHandlers } from "./templates/handlers";
import { trackingHandlers } from "./tracking/handlers";

/** The embedded e-mail service: templates, domains, mailings, suppressed addresses. */
export function emailService(
  database: Database,
  deps: EmailDeps,
  options: ServeOptions,
): ServedCalls<typeof email.calls> {
  const handlers = {
    ...templateHandlers(database, deps),
    ...senderHandlers(database, deps),
    ...signatureHandlers(database),
    ...listHandlers(database),
    ...hostHandlers(database, deps),
    ...mailingHandlers(database, deps),
    ...sendingHandlers(database, deps),
    ...suppressionHandlers(database, deps),
    ...trackingHandlers(database, deps),
    ...customerHandlers(database),
    ...personHandlers(database),
  };
  return serve(email, handlers, options);
}

const MailingsRow = z.object({ mailings: z.number() });

/** About: whole mailings that are on their way. */
export async function waitingMailings({ db }: Database): Promise<number> {
  const row = await checkedRow(
    db,
    MailingsRow,
    sql`
    select count(*)::int as mailings from email.queue where state in ('confirming', 'sending')`,
  );
  return row?.mailings ?? 0;
}
