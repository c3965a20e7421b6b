import { parseDomain, parseEmail } from "../../../rules/email";
import { makeDkimKey } from "../../connectors/email/dkim";
import { activityActor, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { email } from "../contract";
import type { EmailDeps } from "../deps";
import { checkRecords } from "./dns";
import {
  deleteDomain,
  deleteSender,
  insertDomain,
  insertSender,
  listDomains,
  listSenders,
  loadDomain,
  shownDomain,
  updateChecked,
} from "./store";

type SenderHandlers = Pick<
  Handlers<typeof email.calls>,
  "domains" | "domain" | "addDomain" | "checkDomain" | "deleteDomain" | "senders" | "addSender" | "deleteSender"
>;

const notAnAddress = "Enter an email address, such as news@example.com.";

/** The calls about own domains and the addresses at them. */
export function senderHandlers({ db }: Database, deps: EmailDeps): SenderHandlers {
  const { secret, bounceDomain, resolveTxt } = deps;
  return {
    async domains(_, { account }) {
      const rows = await readAccount(db, account, (trx) => listDomains(trx, account));
      return { status: 200, body: { data: rows.map(shownDomain) } };
    },
    async domain({ params }, { account }) {
      return {
        status: 200,
        body: shownDomain(await readAccount(db, account, (trx) => loadDomain(trx, account, params.id))),
      };
    },
    async addDomain({ body }, caller) {
      const { account } = caller;
      const domain = parseDomain(body.domain);
      const wrong = "Enter a domain of your own, such as example.com.";
      if (!domain || domain === bounceDomain) return problem(422, wrong, { domain: [wrong] });
      const keys = await makeDkimKey();
      const row = await inAccount(db, account, async (trx) => {
        const added = await insertDomain(trx, account, domain, { keys, secret, bounceDomain });
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Email domain added", description: `${domain} was added`, subject: "email domain" },
          subject_id: String(added.id),
        });
        return added;
      });
      return { status: 201, body: shownDomain(row) };
    },
    async checkDomain({ params }, { account }) {
      const row = await readAccount(db, account, (trx) => loadDomain(trx, account, params.id));
      const checked = await checkRecords(row, bounceDomain, resolveTxt);
      return {
        status: 201,
        body: shownDomain(await inAccount(db, account, (trx) => updateChecked(trx, account, params.id, checked))),
      };
    },
    async deleteDomain({ params }, caller) {
      const { account } = caller;
      const { domain } = await inAccount(db, account, async (trx) => {
        const gone = await deleteDomain(trx, account, params.id);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Email domain removed", description: `${gone.domain} was removed`, subject: "email domain" },
          subject_id: String(params.id),
        });
        return gone;
      });
      return { status: 201, body: { status: 201, message: `${domain} was removed.` } };
    },
    async senders(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listSenders(trx, account)) } };
    },
    async addSender({ body }, caller) {
      const { account } = caller;
      const address = parseEmail(body.address);
      if (!address) return problem(422, notAnAddress, { address: [notAnAddress] });
      const reply_to = body.reply_to === "" ? "" : parseEmail(body.reply_to);
      if (reply_to === undefined) return problem(422, notAnAddress, { reply_to: [notAnAddress] });
      const sender = await inAccount(db, account, async (trx) => {
        const added = await insertSender(trx, account, { name: body.name, address, reply_to });
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Email sender added", description: `${address} was added`, subject: "email sender" },
          subject_id: String(added.id),
        });
        return added;
      });
      return { status: 201, body: sender };
    },
    async deleteSender({ params }, caller) {
      const { account } = caller;
      const { address } = await inAccount(db, account, async (trx) => {
        const gone = await deleteSender(trx, account, params.id);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Email sender removed", description: `${gone.address} was removed`, subject: "email sender" },
          subject_id: String(params.id),
        });
        return gone;
      });
      return { status: 201, body: { status: 201, message: `${address} was removed.` } };
    },
  };
}
