import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, readAccount, type Trx } from "./database";
import {
  type DataSubject,
  maxRecords,
  type personCalls,
  type SubjectDataSection,
  type SubjectRecordCount,
} from "./person-data";
import { CountRow, checkedRows } from "./row-schema";
import type { Handlers } from "./serve";

/** What one service does with the data that it has of a person; all of it is in its database. */
export type PersonData = {
  count(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]>;
  list(trx: Trx, account: string, whom: DataSubject): Promise<SubjectDataSection[]>;
  /** Answers what there was before. @throws HttpError 409 while something of theirs is under way */
  erase(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]>;
};

/** What archives read, and what an erasure would find. */
export function personReadHandlers(
  { db }: Database,
  { count, list }: Pick<PersonData, "count" | "list">,
): Pick<Handlers<typeof personCalls>, "personCounts" | "personData"> {
  return {
    async personCounts({ body }, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => count(trx, account, body)) } };
    },
    async personData({ body }, { account }) {
      const sections = await readAccount(db, account, (trx) => list(trx, account, body));
      return { status: 200, body: { sections } };
    },
  };
}

/** The calls of archives and erasures. An erasure is one transaction, however long it takes. */
export function personDataHandlers(database: Database, data: PersonData): Handlers<typeof personCalls> {
  return {
    ...personReadHandlers(database, data),
    async erasePerson({ body }, { account }) {
      const erased = await inAccount(database.db, account, async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        return data.erase(trx, account, body);
      });
      return { status: 200, body: { data: erased } };
    },
  };
}

type PersonQueries<Kind extends string> = {
  /** What an erasure does with each kind of data. */
  kinds: Readonly<Record<Kind, Omit<SubjectRecordCount, "count">>>;
  /** The rows of each kind that are about the person. */
  queries(trx: Trx, account: string, whom: DataSubject): Promise<[Kind, RawBuilder<unknown>][]>;
};

const KeptRow = z.record(z.string(), z.unknown());

/** Counts and lists what queries find of a person; a kind that has nothing is left out. */
export function personReads<Kind extends string>({
  kinds,
  queries,
}: PersonQueries<Kind>): Pick<PersonData, "count" | "list"> {
  return {
    async count(trx, account, whom) {
      const found: SubjectRecordCount[] = [];
      for (const [name, query] of await queries(trx, account, whom)) {
        const [counted] = await checkedRows(trx, CountRow, sql`select count(*)::int as count from (${query}) r`);
        if (counted && counted.count > 0) found.push({ ...kinds[name], count: counted.count });
      }
      return found;
    },
    async list(trx, account, whom) {
      const found: SubjectDataSection[] = [];
      for (const [name, query] of await queries(trx, account, whom)) {
        const list = await checkedRows(trx, KeptRow, sql`${query} limit ${maxRecords + 1}`);
        if (list.length > 0)
          found.push({ kind: kinds[name].kind, rows: list.slice(0, maxRecords), more: list.length > maxRecords });
      }
      return found;
    },
  };
}
