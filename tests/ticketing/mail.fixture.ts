import { sql } from "kysely";
import { expect, vi } from "vitest";
import { startImap } from "../../sandbox/imap";
import { startMailHost } from "../../sandbox/mail";
import { mailCustomers } from "../../sandbox/mail-customer";
import { mailbox } from "../../sandbox/mailbox";
import { isLoopback } from "../../services/kit/address";
import type { Mail } from "../../services/kit/mail";
import { startMailboxes } from "../../services/social/email/watch";
import { answerTasks } from "../../services/ticketing/answers/jobs";
import { surroundings } from "../setup/people";
import { socialFixture } from "../social/fixture";
import { savanna, ticketingFixture } from "./fixture";

export const ours = "support@savanna.test";

/** Ticketing beside a connected mailbox on the sandbox's real hosts, and the mail programs of its customers. */
export async function mailFixture() {
  const social = await socialFixture();
  social.deps.mayDial = isLoopback;
  const box = mailbox({ address: ours, password: "sandbox" });
  const [imap, host] = [await startImap(box), await startMailHost({ user: "jibu", password: "sandbox" })];
  const people = mailCustomers(box, host);
  const bySocial = (account: string) => ({
    social: {
      mailTicket: (input: object) => social.ask("mailTicket", input, "service", account),
      forgetMails: (input: object) => social.ask("forgetMails", input, "service", account),
    },
  });
  const tickets = await ticketingFixture(social.database, bySocial);
  tickets.clock.now = new Date();
  const clientsOfAccount = social.deps.clientsOfAccount;
  social.deps.clientsOfAccount = (account) => ({ ...clientsOfAccount(account), ticketing: tickets.asService(account) });
  const systemMails: Mail[] = [];
  const { serviceSecret: secret } = surroundings({});
  const jobs = answerTasks({
    ...{ database: social.database, clientsOfAccount: tickets.others, secret },
    load: async (_account, id) => ({
      name: `${id.slice(0, 4)}.pdf`,
      type: "application/pdf",
      bytes: new Uint8Array(9),
    }),
    sendMail: async (mail) => void systemMails.push(mail),
  });
  social.deps.load = async (_account, id) => ({
    ...{ name: `${id.slice(0, 4)}.pdf`, type: "application/pdf", bytes: new Uint8Array(Buffer.from("%PDF-1.4")) },
  });
  await social.startJobs(jobs);

  const connect = async (password = box.password) => {
    const form = {
      ...{ address: ours, name: "Savanna support", auto_reply: "" },
      imap: { host: "127.0.0.1", port: imap.port, security: "none", user: "", password },
      smtp: { host: "127.0.0.1", port: host.port, security: "none", user: "jibu", password: "sandbox" },
    };
    return (await social.ask("connectEmail", { body: form })).body.data as { id: number; inbox_id: number };
  };
  const watcher = () =>
    startMailboxes(
      { db: social.database.db, deps: social.deps },
      { log: { error: (fields) => void social.faults.push(fields) }, every: 100, poll: 60_000, pause: 100 },
    );
  let watching: { stop(): Promise<void> } | undefined;

  return {
    ...{ social, tickets, box, imap, host, people, systemMails, jobs, connect },
    /** Looks into the mailbox from now on: what lies there before is never taken. */
    async watch() {
      watching ??= watcher();
      await vi.waitFor(async () => {
        const open = sql`select 1 from social.mailboxes where opened_at is not null`;
        expect(await social.rows(open)).toHaveLength(1);
      });
    },
    until: <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 20_000, interval: 50 }),
    /** Everything that lies in the mailbox was looked at. */
    async settled() {
      await vi.waitFor(
        async () => {
          const [found] = await social.rows(sql`select
            (select count(*)::int from social.webhooks where done_at is null) as waiting,
            (select max(last_uid)::int from social.mailboxes) as last`);
          expect(found).toEqual({ waiting: 0, last: box.validity().uidNext - 1 });
        },
        { timeout: 20_000, interval: 50 },
      );
    },
    comments: async (id: number) =>
      (await tickets.ask("comments", { params: { id } })).body.data as unknown as {
        id: number;
        author: string;
        author_kind: string;
        sender: string;
        body: string;
        kind: string;
        files: { name: string }[];
        delivery: { channel: string; to: string; cc: string[]; state: string; reason: string } | null;
      }[],
    ticketsOf: async (email: string) =>
      social.rows<{ id: number; subject: string; status: string }>(
        sql`select id::int as id, subject, status from ticketing.tickets
          where customer_account = ${savanna} and customer_email = ${email} order by id`,
      ),
    async end() {
      await watching?.stop();
      await Promise.all([imap.close(), host.close()]);
      await social.end();
    },
  };
}
export type MailFixture = Awaited<ReturnType<typeof mailFixture>>;
