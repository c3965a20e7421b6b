// The sending process of the crash test: bundled, started and killed by crash.test.ts.
// Arguments: database address, port of the mail host, how many mails it hands over at a time.
import { billingService } from "../../services/billing/service";
import { openSmtpPool } from "../../services/connectors/email/smtp-pool";
import type { EmailUpstreams } from "../../services/email/deps";
import { startSending } from "../../services/email/sending/sending";
import { inProcess } from "../../services/kit/client";
import { openDatabase } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";

const [databaseUrl = "", port = "", batch = ""] = process.argv.slice(2);
const serviceSecret = "a-secret-for-tests-that-is-long-enough";
const onError = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
const log = { info: () => undefined, error: (fields: object) => onError((fields as { err?: unknown }).err) };
const database = openDatabase(databaseUrl);
const money = billingService(database, { introspect: async () => undefined, serviceSecret, log });
const as = (account: string) => ({ token: serviceToken(serviceSecret, account), requestId: "crash", address: "" });
startSending(
  database,
  {
    clientsOfAccount: (account) => ({ billing: inProcess(money, as(account)) }) as unknown as EmailUpstreams,
    ...{ loadFile: async () => undefined, secret: serviceSecret, publicUrl: () => "https://jibu.test" },
    ...{ bounceDomain: "bounces.jibu.test", resolveTxt: async () => [] },
  },
  {
    ...{ pool: openSmtpPool(new URL(`smtp://127.0.0.1:${port}`)), onError, batch: Number(batch), atOnce: 2 },
    ...{ leaseMs: 1_000, idleMs: 20, sweepMs: 100, repairMs: 500 },
  },
);
process.stdout.write("started\n");
