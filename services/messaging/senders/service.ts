import { sql } from "kysely";
import type { ListSort } from "../../../rules/list-orders";
import { problem } from "../../kit/contract";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { pageAnswer } from "../../kit/paging";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { messaging } from "../contract";
import type { PlatformSenderDetail, SenderDetail, senderCalls } from "../contract.senders";
import { assignSender, decideSender } from "./decide";
import { paperSubject, type SenderDeps } from "./deps";
import { requestSender } from "./request";
import { asPlatformSender, asSender, isWaiting, namedLike, ownRows, sameElsewhere, senderRows } from "./rows";

const orderOf = namedOrders<ListSort<"senders">>(
  {
    requested: keyColumn("timestamptz", "s.requested_at"),
    sender: keyColumn("text", sql`lower(s.sender)`),
    approved: keyColumn("timestamptz", "s.approved_at", true),
  },
  keyColumn("bigint", "s.id"),
);

const none = () => problem(404, "There is no such sender ID.");

/** Sender IDs: what an account asks for, and what the platform decides. */
export function senderHandlers(
  { db, ...rest }: Database,
  deps: SenderDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof senderCalls> {
  const database = { db, ...rest };
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  async function own(account: string, id: number): Promise<SenderDetail | undefined> {
    const row = await reading(account, (trx) => ownRows(trx, account).where("s.id", "=", id).executeTakeFirst());
    return row && { ...asSender(row), papers: await listPapers(account, row.sender) };
  }

  async function listPapers(account: string, sender: string): Promise<SenderDetail["papers"]> {
    const asked = await deps.uploadsFor(account).filesOf({ query: { subject: paperSubject, subject_id: sender } });
    if (asked.status !== 200) return [];
    return asked.body.files.map(({ id, name, bytes, url }) => ({ id, name, bytes, url }));
  }

  /** Any account's, for the platform's people. */
  async function anybodys(account: string, id: number): Promise<PlatformSenderDetail | undefined> {
    const found = await reading(account, async (trx) => {
      const row = await senderRows(trx).where("s.id", "=", id).executeTakeFirst();
      return row && { row, same: await sameElsewhere(trx, row.customer_account, row.sender) };
    });
    if (!found) return undefined;
    // Their links are for people of that account; the platform asks for one of its own (senderPaper).
    const papers = (await listPapers(found.row.customer_account, found.row.sender)).map(
      ({ url: _, ...paper }) => paper,
    );
    return { ...asPlatformSender(found.row), papers, same: found.same };
  }

  return {
    async senderData({ query }, { account }) {
      const body = await reading(account, async (trx) => {
        let found = ownRows(trx, account);
        if (query.status) found = found.where("s.status", "=", query.status);
        if (query.q) found = found.where(namedLike(query.q));
        const page = await pageAnswer(trx, found, query, orderOf(query.sort));
        return { ...page, data: page.data.map(asSender) };
      });
      return { status: 200, body: { ...body, shared: deps.sharedSender ?? null } };
    },

    async sender({ params }, { account }) {
      const body = await own(account, params.id);
      return body ? { status: 200, body } : none();
    },

    async requestSender({ body }, context) {
      const person = personOf(context);
      const by = person ? { ...person, address: context.address } : "system";
      const id = await requestSender(database, deps, body, { account: context.account, by, user: person });
      const made = await own(context.account, id);
      return made ? { status: 201, body: made } : none();
    },

    async waitingSenders({ query }, { account }) {
      const body = await reading(account, async (trx) => {
        let found = senderRows(trx).where(isWaiting);
        if (query.q) found = found.where(namedLike(query.q));
        const page = await pageAnswer(trx, found, query, orderOf(query.sort));
        return { ...page, data: page.data.map(asPlatformSender) };
      });
      return { status: 200, body };
    },

    async allSenders({ query }, { account }) {
      const body = await reading(account, async (trx) => {
        let found = senderRows(trx);
        if (query.status) found = found.where("s.status", "=", query.status);
        if (query.q) found = found.where(namedLike(query.q));
        const page = await pageAnswer(trx, found, query, orderOf(query.sort));
        return { ...page, data: page.data.map(asPlatformSender) };
      });
      return { status: 200, body };
    },

    async platformSender({ params }, { account }) {
      const body = await anybodys(account, params.id);
      return body ? { status: 200, body } : none();
    },

    async decideSender({ params, body }, context) {
      const found = await anybodys(context.account, params.id);
      if (!found) return none();
      const { customer_account: account, id } = found;
      await decideSender(database, deps, { account, id }, body, decider(context));
      const after = await anybodys(context.account, id);
      return after ? { status: 201, body: after } : none();
    },

    async senderPaper({ params }, { account }) {
      const found = await anybodys(account, params.id);
      if (!found?.papers.some(({ id }) => id === params.paper)) return problem(404, "There is no such file.");
      // Open, because the file is another account's: whoever has the link reads it, for ten minutes.
      const link = await deps
        .uploadsFor(found.customer_account)
        .link({ params: { id: params.paper }, query: { seconds: 600, open: true } });
      return link.status === 200
        ? { status: 200, body: { url: link.body.url } }
        : problem(404, "There is no such file.");
    },

    async assignSender({ body }, context) {
      const id = await assignSender(database, deps, body, decider(context));
      const made = await anybodys(context.account, id);
      if (!made) return none();
      const { papers: _papers, same: _same, ...sender } = made;
      return { status: 201, body: sender };
    },
  };
}

function personOf({ who }: Pick<CallContext, "account"> & { who: unknown }): { id: string; name: string } | undefined {
  const found = who as { kind?: string; id?: string; name?: string } | undefined;
  return found?.kind === "person" ? { id: found.id ?? "", name: found.name ?? "" } : undefined;
}

/** Decisions are a person's: each is known by name. */
function decider(asked: Parameters<typeof personOf>[0]): { id: string; name: string } {
  const person = personOf(asked);
  if (!person) throw new HttpError(403, "A person must decide this.");
  return person;
}
