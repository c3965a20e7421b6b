import { sql } from "kysely";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { personCalls, retentionCalls } from "../../kit/person-data";
import type { Handlers } from "../../kit/serve";
import type { email } from "../contract";
import { personCounts, personSections } from "./data";
import { erasePerson, forgetSome } from "./erase";

type Calls = keyof typeof personCalls | keyof typeof retentionCalls;

/** What the e-mail service has of one person, for archives, erasures and retention. */
export function personHandlers({ db }: Database): Pick<Handlers<typeof email.calls>, Calls> {
  return {
    async personCounts({ body }, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => personCounts(trx, account, body)) } };
    },
    async personData({ body }, { account }) {
      const sections = await readAccount(db, account, (trx) => personSections(trx, account, body));
      return { status: 200, body: { sections } };
    },
    async erasePerson({ body }, { account }) {
      const data = await inAccount(db, account, async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        return erasePerson(trx, account, body);
      });
      return { status: 200, body: { data } };
    },
    async forgetOlder({ body }, { account }) {
      const done = await inAccount(db, account, (trx) => forgetSome(trx, account, new Date(body.before)));
      return { status: 200, body: done };
    },
  };
}
