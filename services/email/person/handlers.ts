import { type Database, inAccount } from "../../kit/database";
import type { personCalls, retentionCalls } from "../../kit/person-data";
import { personDataHandlers } from "../../kit/person-handlers";
import type { Handlers } from "../../kit/serve";
import type { email } from "../contract";
import { personCounts, personSections } from "./data";
import { erasePerson, forgetSome } from "./erase";

type Calls = keyof typeof personCalls | keyof typeof retentionCalls;

/** What the e-mail service has of one person, for archives, erasures and retention. */
export function personHandlers(database: Database): Pick<Handlers<typeof email.calls>, Calls> {
  return {
    ...personDataHandlers(database, { count: personCounts, list: personSections, erase: erasePerson }),
    async forgetOlder({ body }, { account }) {
      const done = await inAccount(database.db, account, (trx) => forgetSome(trx, account, new Date(body.before)));
      return { status: 200, body: done };
    },
  };
}
