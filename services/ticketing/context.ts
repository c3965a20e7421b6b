import { sql } from "kysely";
import { isAdmin } from "../../rules/access";
import type { Problem } from "../kit/contract";
import { type Database, readAccount, type Trx } from "../kit/database";
import { actorId, type Person, type Service } from "../kit/principal";
import { checkedRow, IdRow } from "../kit/row-schema";
import { HttpError } from "../kit/serve";
import { wakeRules } from "./automations/run";
import type { TicketField } from "./contract.forms";
import type { Conflict } from "./contract.schemas";
import type { TicketingDeps } from "./deps";
import { MergeRefused } from "./merge/merge";
import { fieldNames } from "./records/history";
import { shown, ticketRow } from "./records/tickets";
import { loadFilterContext } from "./tickets/list";
import { conflictErrors, VersionConflict } from "./tickets/version-conflict";
import type { ViewerScope } from "./tickets/where";
import { markSeen } from "./workspace/people";
import { ensureAccount } from "./workspace/seed";
import { type Actor, changeTickets, type UnitOfWork } from "./workspace/unit-of-work";

/** What a handler knows of its caller. */
export type CallerContext = {
  account: string;
  who: Person | Service;
  token: string;
  requestId: string;
  address: string;
};

/** What every handler works with: reads and changes of one account's tickets. */
export type TicketingContext = ReturnType<typeof ticketingContext>;

export function ticketingContext(database: Database, deps: TicketingDeps) {
  const { db } = database;
  const now = () => deps.now?.() ?? new Date();

  async function read<T>(account: string, work: (trx: Trx) => Promise<T>): Promise<T> {
    await ensureAccount(db, account);
    return readAccount(db, account, work);
  }

  /** A change in one transaction, by the caller, or for another account (the support desk). */
  async function write<T>(
    context: CallerContext,
    work: (unit: UnitOfWork) => Promise<T>,
    account = context.account,
  ): Promise<T> {
    await ensureAccount(db, account);
    const begun = { account, now: now(), by: actorFrom(context), wake: wakeRules, site: deps.site ?? "" };
    const result = await changeTickets(db, begun, work);
    await seen(context);
    return result;
  }

  /** Who looks, and whether at everything or at their own. */
  async function looking(trx: Trx, context: CallerContext, everything = false): Promise<ViewerScope> {
    const { account, who } = context;
    const filters = await loadFilterContext(trx, account);
    return { account, me: actorId(who), all: everything || seesAll(who), now: now(), ...filters };
  }

  /** @throws HttpError 404 when the ticket is not there, or not among what the caller may see */
  async function mustSee(trx: Trx, context: CallerContext, id: number): Promise<void> {
    const { account, who } = context;
    const me = actorId(who);
    const found = await checkedRow(
      trx,
      IdRow,
      sql`
      select id from ticketing.tickets t where customer_account = ${account} and id = ${id} and (${seesAll(who)} or created_by = ${me}
        or exists (select from ticketing.ticket_members m where m.customer_account = t.customer_account and m.ticket_id = t.id and m.user_id = ${me})
        or exists (select from ticketing.ticket_groups tg join ticketing.group_members gm on gm.customer_account = tg.customer_account
            and gm.group_id = tg.group_id where tg.customer_account = t.customer_account and tg.ticket_id = t.id and gm.user_id = ${me}))`,
    );
    if (!found) throw new HttpError(404, "There is no such ticket.");
  }

  /** A person is at work in ticketing. */
  function seen({ account, who }: CallerContext): Promise<void> {
    return markSeen(database, account, actorId(who), now());
  }

  return { database, deps, now, read, write, looking, mustSee, seen };
}

/** An account that is named in a call must be the caller's own. @throws HttpError 403 */
export function mustBeOwn(
  account: string,
  ...said: readonly { account?: string | undefined; customer_account?: string | undefined }[]
): void {
  for (const { account: one, customer_account: other } of said)
    for (const named of [one, other])
      if (named && named !== account && named !== "own") throw new HttpError(403, "That account is not yours.");
}

/** "View my tickets" alone shows one's own: given to one, to one's group, or opened by one. */
export function seesAll(who: Person | Service): boolean {
  return (
    who.kind === "service" ||
    isAdmin(who.roles) ||
    who.permissions.some((name) => name === "View tickets" || name === "View ticket kanban")
  );
}

export function actorFrom({ who, address }: Pick<CallerContext, "who" | "address">): Actor {
  return who.kind === "person"
    ? { id: who.id, name: who.name, kind: "staff", address }
    : { id: null, name: "API", kind: "staff" };
}

/** For the account's activities. */
export function activityActor({ who, address }: Pick<CallerContext, "who" | "address">) {
  return who.kind === "person" ? { id: who.id, name: who.name, address } : ("system" as const);
}

/** A lost save as 409 with the row as it is; a refused merge as 406. Anything else goes on up. */
export async function answered<T>(service: TicketingContext, account: string, work: Promise<T>) {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MergeRefused)
      return { status: 406 as const, body: { status: 406, message: error.message } satisfies Problem };
    if (!(error instanceof VersionConflict)) throw error;
    const { conflicts, ticket } = error;
    const current = await service.read(account, (trx) => ticketRow(trx, account, ticket));
    if (!current) throw new HttpError(404, "There is no such ticket.");
    const who = [...new Set(conflicts.map(({ by }) => by))].join(" and ");
    const told = conflicts.map(({ field }) => fieldNames[field as TicketField]).join(" and the ");
    const body: Conflict = {
      status: 409,
      message: `${who} changed the ${told} of this ticket while you did. Check it, then save again.`,
      errors: conflictErrors(conflicts),
      conflicts,
      current: shown(current, service.now()),
    };
    return { status: 409 as const, body };
  }
}
