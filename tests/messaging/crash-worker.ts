// The sending process of the crash test: bundled, started and killed by crash.test.ts.
// Arguments: database address, port of the message centre, window, and the port of a second one where there is one.
import { billingService } from "../../services/billing/service";
import { inProcess } from "../../services/kit/client";
import { openDatabase } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { startWorker } from "../../services/messaging/blasts/sending";
import { secondConnector } from "../../services/messaging/connectors/settings";
import { smppCarrier } from "../../services/messaging/connectors/smpp-carrier";

const [databaseUrl = "", port = "", window = "", second] = process.argv.slice(2);
const serviceSecret = "a-secret-for-tests-that-is-long-enough";
const log = {
  info: () => undefined,
  error: (fields: object) => void process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`),
};
const database = openDatabase(databaseUrl);
const money = billingService(database, { introspect: async () => undefined, serviceSecret, log });
const at = (number: string) => ({ url: `smpp://jibu:sandbox@127.0.0.1:${number}`, window: Number(window), tps: 0 });
await startWorker(database, {
  log,
  window: Number(window),
  settleMs: 100,
  unknownWaitMs: 500,
  billingFor: (account) =>
    inProcess(money, { token: serviceToken(serviceSecret, account), requestId: "crash", address: "" }),
  carrier: (hooks) => smppCarrier(database, at(port), hooks),
  ...(second ? { secondCarrier: (hooks) => smppCarrier(database, at(second), hooks, secondConnector) } : {}),
  failoverMs: 3_000,
});
process.stdout.write("started\n");
