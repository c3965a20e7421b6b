import { createHmac } from "node:crypto";
import { signInForToken, startedApplication } from "./application";
import { call, must } from "./chat/http";
import { figuresOf, paced } from "./chat/pace";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const perSecond = 100;
const seconds = 30;
/** The app secret of the sandbox's WhatsApp. */
const secret = "sandbox-app-secret";

/** Webhooks of WhatsApp, proved and stored and answered, while nobody works them off (statement M1). */
export default async function bench(): Promise<Row[]> {
  const application = await startedApplication({ ROLES: "web,services" });
  try {
    const headers = { authorization: `Bearer ${await signInForToken(application.url)}` };
    const channel = await theNumber(application.url, headers);
    const before = channel.open;
    await load(5, (n) => post(channel.address, eventOf(channel.number, `warm-${n}`)));
    const bare = await load(5, () => call(`${application.url}/healthz`));
    const hooks = await load(seconds, (n) => post(channel.address, eventOf(channel.number, `${n}`)));
    const stored = (await theNumber(application.url, headers)).open - before;
    const all = perSecond * (seconds + 5);
    const shown = (time: number) => `${time.toFixed(1)} ms`;
    const name = `webhooks at ${perSecond} a second for ${seconds} s, the worker stopped`;
    return [
      {
        ...{ name: `${name}: p50`, figure: shown(hooks.p50), limit: "50 ms", ok: hooks.p50 < 50 },
        peer: `/healthz ${shown(bare.p50)}`,
      },
      {
        ...{ name: `${name}: p99`, figure: shown(hooks.p99), limit: "1 s", ok: hooks.p99 < 1_000 },
        peer: `/healthz ${shown(bare.p99)}`,
      },
      { name: `${name}: stored`, figure: `${stored}`, limit: `${all}`, ok: stored === all },
    ];
  } finally {
    await application.stop();
  }
}

/** How long answers took from when each was due, not from when it could leave. @throws what was not answered with 200 */
async function load(forSeconds: number, ask: (n: number) => Promise<{ status: number }>) {
  const times: number[] = [];
  const under: Promise<void>[] = [];
  const began = performance.now();
  await paced(perSecond, forSeconds, (n) => {
    const due = began + (n * 1000) / perSecond;
    under.push(
      ask(n).then(({ status }) => {
        if (status !== 200) throw new Error(`answered ${status}`);
        times.push(performance.now() - due);
      }),
    );
  });
  await Promise.all(under);
  return figuresOf(times);
}

function post(address: string, body: object) {
  const signature = createHmac("sha256", secret).update(JSON.stringify(body)).digest("hex");
  return call(address, { method: "POST", headers: { "x-hub-signature-256": `sha256=${signature}` }, body });
}

/** A text of a customer, each of another one. */
function eventOf(number: string, n: string): object {
  const from = `25471${n.replace(/\D/g, "").padStart(7, "0")}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "+254 709 000 100", phone_number_id: number },
    contacts: [{ wa_id: from, profile: { name: `Customer ${n}` } }],
    messages: [{ from, id: `wamid.bench.${n}`, timestamp, type: "text", text: { body: "Habari, mko?" } }],
  };
  return { object: "whatsapp_business_account", entry: [{ id: "0", changes: [{ field: "messages", value }] }] };
}

type Listed = { external_id: string; webhook_url: string; health: { open: number } };

/** The demo's number: connected a moment after the server is ready. */
async function theNumber(url: string, headers: Record<string, string>) {
  for (let tries = 0; tries < 50; tries++) {
    const [found] = (await must(`${url}/api/social/channels?channel=whatsapp`, { headers })).data as Listed[];
    if (found) return { number: found.external_id, address: found.webhook_url, open: found.health.open };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the demo's number was not connected");
}
