import { type MailFault, MailHostFault } from "../../connectors/email/imap";
import { checkSmtp } from "../../connectors/email/smtp";
import { activityActor, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { tokenBucket } from "../../kit/limits";
import { type Handlers, HttpError } from "../../kit/serve";
import type { email } from "../contract";
import type { hostCalls } from "../contract.hosts";
import { currentTime, type EmailDeps } from "../deps";
import { deleteHost, findHost, openHost, saveHost, shownHost } from "./store";

const fieldOf: Record<MailFault, string> = {
  "sign-in": "password",
  tls: "security",
  address: "host",
  away: "host",
  said: "host",
};

/** The calls about an account's own mail host. */
export function hostHandlers(
  { db }: Database,
  deps: EmailDeps,
): Pick<Handlers<typeof email.calls>, keyof typeof hostCalls> {
  // Each try is a connection to an address that somebody typed.
  const tries = tokenBucket({ burst: 20, perSecond: 0.05 });
  return {
    async mailHost(_, { account }) {
      const row = await readAccount(db, account, (trx) => findHost(trx, account, currentTime(deps)));
      return { status: 200, body: { host: row ? shownHost(row) : null } };
    },
    async setMailHost({ body }, caller) {
      const { account, who } = caller;
      const decision = tries.take(account);
      if (!decision.allowed) return problem(429, `Too many tries. Wait ${decision.retryAfter} s, then try again.`);
      const known = await readAccount(db, account, (trx) => findHost(trx, account, currentTime(deps)));
      // A password that is kept goes to the host that it was given for, and nowhere else.
      const same =
        known &&
        known.host === body.host &&
        known.port === body.port &&
        known.security === body.security &&
        known.user_name === body.user;
      const kept = body.password === "" && same ? openHost(deps.secret, account, known).password : body.password;
      if (body.user !== "" && kept === "")
        return problem(422, "Enter the password.", { password: ["Enter the password for this host and user name."] });
      const { host, port, security, user } = body;
      const fault = await checkSmtp({ host, port, security, user, password: kept }, deps.mailPolicy ?? {}).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof MailHostFault) return error;
          throw error;
        },
      );
      if (fault)
        return problem(422, `Nothing was changed. ${fault.message}`, { [fieldOf[fault.fault]]: [fault.message] });
      const now = currentTime(deps);
      const saved = await inAccount(db, account, async (trx) => {
        const by = who.kind === "person" ? who.name : "";
        await saveHost(trx, account, deps.secret, { given: body, password: kept, by, now });
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Mail host changed", description: `Emails leave through ${host}`, subject: "mail host" },
        });
        return findHost(trx, account, now);
      });
      if (!saved) throw new HttpError(409, "The mail host was removed in the meantime.");
      return { status: 201, body: shownHost(saved) };
    },
    async removeMailHost(_, caller) {
      const { account } = caller;
      const gone = await inAccount(db, account, async (trx) => {
        const host = await deleteHost(trx, account);
        if (host !== undefined)
          await recordActivity(trx, account, activityActor(caller), {
            ...{ action: "Mail host removed", description: `${host} was removed`, subject: "mail host" },
          });
        return host;
      });
      if (gone === undefined) return problem(404, "There is no mail host of your own.");
      return {
        status: 201,
        body: { status: 201, message: `${gone} was removed. Emails leave through the platform's mail host.` },
      };
    },
  };
}
