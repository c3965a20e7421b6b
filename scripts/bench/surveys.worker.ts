// What the role `worker` does of surveys and SMS, as a process of its own that is measured: the jobs, the runs
// of surveys, and the link to the carrier. Arguments: database address, port of the message centre, how many messages may be
// under way to it (500).
import { billingService } from "../../services/billing/service";
import { inProcess } from "../../services/kit/client";
import { openDatabase } from "../../services/kit/database";
import { work } from "../../services/kit/jobs";
import { serviceToken } from "../../services/kit/principal";
import { messagingService, messagingTasks, startSending } from "../../services/messaging/service";
import { startRuns } from "../../services/survey/instances/run";
import { startFolding } from "../../services/survey/responses/fold";
import { surveyTasks } from "../../services/survey/service";

const [databaseUrl = "", port = "", window = "500"] = process.argv.slice(2);
const serviceSecret = "a-secret-for-the-bench-0123456789";
const log = {
  info: () => undefined,
  error: (fields: object) => void process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`),
};
const unused = () => {
  throw new Error("not asked here");
};
const database = openDatabase(databaseUrl);
const around = { introspect: async () => undefined, serviceSecret, log };
const money = billingService(database, around);
const caller = (account: string) => ({ token: serviceToken(serviceSecret, account), requestId: "worker", address: "" });
const billingFor = (account: string) => inProcess(money, caller(account));
const messagingDeps = {
  billingFor,
  identityFor: unused,
  uploadsFor: unused,
  dataDir: "",
  sharedSender: undefined,
  log,
};
const texts = messagingService(database, messagingDeps, around);
const clientsOfAccount = (account: string) =>
  ({ billing: billingFor(account), messaging: inProcess(texts, caller(account)) }) as never;
const publicUrl = () => "https://bench.test";
const surveyDeps = { clientsFor: unused, clientsOfAccount, publicUrl, files: { dataDir: "" } };

await startSending(database, {
  ...{ billingFor, log, sharedSender: undefined, settleMs: 500 },
  carrier: { url: `smpp://jibu:sandbox@127.0.0.1:${port}`, window: Number(window), tps: 0 },
});
startRuns(database, { clientsOfAccount, publicUrl, log });
startFolding(database, { log });
const tasks = { ...messagingTasks(database, messagingDeps), ...surveyTasks(database, surveyDeps) };
await work(databaseUrl, tasks, log);
process.stdout.write("started\n");
