// The sending process of the crash test: bundled, started and killed by crash.test.ts.
// Arguments: database address, address of the Graph, ms after which a message of which WhatsApp said nothing is sent again.
import { inProcess } from "../../services/kit/client";
import { openDatabase } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import type { SocialUpstreams } from "../../services/social/deps";
import { socialService } from "../../services/social/service";
import { startBroadcasting } from "../../services/whatsapp/broadcasts/send";
import type { WhatsappUpstreams } from "../../services/whatsapp/deps";

const [databaseUrl = "", graphUrl = "", unknownMs = ""] = process.argv.slice(2);
const secret = "a-secret-for-tests-that-is-long-enough";
const log = {
  info: () => undefined,
  error: (fields: object) => void process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`),
};
const database = openDatabase(databaseUrl);
const unused = () => ({}) as SocialUpstreams;
const social = socialService(
  database,
  {
    ...{ clientsFor: unused, clientsOfAccount: unused, secret, publicUrl: () => "https://jibu.test", graphUrl },
    ...{ graphVersion: "v23.0", telegramUrl: "", xUrl: "", playUrl: "", googleTokenUrl: "", playPollSeconds: 60 },
    load: async () => undefined,
  },
  { introspect: async () => undefined, serviceSecret: secret, log },
);
const as = (account: string) => ({ token: serviceToken(secret, account), requestId: "crash", address: "" });
// Money and groups are the test's.
const done = async () => ({ status: 201, body: {} });
const nobody = async () => ({ status: 200, body: { msisdns: [] } });
startBroadcasting(database, {
  clientsOfAccount: (account) =>
    ({
      billing: { hold: done, settle: done },
      messaging: { optedOut: nobody },
      social: inProcess(social, as(account)),
    }) as unknown as WhatsappUpstreams,
  ...{
    log,
    secret,
    everyMs: 50,
    perSecond: 200,
    receiptsMs: 2_000,
    settleMs: 200,
    leaseMs: 1_000,
    unknownMs: Number(unknownMs),
  },
});
process.stdout.write("started\n");
