import { setTimeout as pause } from "node:timers/promises";
import { account, inDemoAccount, signInForToken, startedApplication } from "./application";
import { type Agent, connectAll, makeAgents } from "./chat/agents";
import { call, forEach, must } from "./chat/http";
import { figuresOf, paced } from "./chat/pace";
import type { BenchRow } from "./sms.stage";

/** Where nothing is to be told, a turn is left out: 20 changes a second remain. */
const size = { agents: 200, turnsPerSecond: 23, seconds: 45 };
/** The number that customers call and its queue: nobody else's calls are in its figures. */
const number = "+254709777000";
const queue = "Bench";
/** So many calls later one that rang is answered, and one that was answered ends. */
const [answeredAfter, endedAfter] = [10, 40];

/**
 * The monitor of a call centre of 200 agents while their phones tell of 20 changes a second: its page, the live update of
 * a supervisor, and whether its figures are those of the raw events afterwards. The whole application with its database.
 */
export default async function bench(): Promise<BenchRow[]> {
  const app = await startedApplication();
  try {
    const headers = { authorization: `Bearer ${await signInForToken(app.url)}` };
    const agents = await makeAgents(app.dataDir, size.agents, ["Receive inbound calls"]);
    const [supervisor] = await makeAgents(app.dataDir, 1, [
      "View supervisor inbound stats",
      "View voice inbound dashboard",
    ]);
    if (!supervisor) throw new Error("there is no supervisor");
    await openCentre(app, agents, headers);
    await connectAll(app.url, [supervisor]);
    const stream = listen(supervisor);
    const watching = watchPage(app.url, supervisor);
    const told = await tellAll(app.url, agents);
    const pages = await watching.stop();
    await pause(1_000);
    const live = told.map((one) => stream.seenAt(one) - one.at);
    const lost = live.filter((ms) => !Number.isFinite(ms)).length;
    const found = await must(`${app.url}/api/voice/voice/monitor?queue=${queue}`, { headers });
    const wrong = await differences(app.dataDir, found as unknown as Monitor, told);
    supervisor.socket?.disconnect();
    const what = `voice: the monitor, ${size.agents} agents, ${told.length} changes at ${(told.length / size.seconds).toFixed(0)} a second`;
    const [page, update] = [figuresOf(pages), figuresOf(live)];
    return [
      upTo(`${what}: its page, p95 of ${pages.length}`, page.p95, `p50 ${page.p50.toFixed(0)} ms`),
      upTo(`${what}: a change until a supervisor's stream has it, p95`, update.p95, `p50 ${update.p50.toFixed(0)} ms`),
      { name: `${what}: changes that the stream never had`, figure: `${lost}`, limit: "0", ok: lost === 0 },
      {
        ...{ name: `${what}: figures that differ from a recount of the raw events`, limit: "0" },
        ...{ figure: wrong.length === 0 ? "0" : wrong.join("; "), ok: wrong.length === 0 },
      },
    ];
  } finally {
    await app.stop();
  }
}

type Place = { url: string; dataDir: string };
type Headers = { authorization: string };

/** A number with a queue; everybody has an extension and is logged in. */
async function openCentre({ url, dataDir }: Place, agents: readonly Agent[], headers: Headers): Promise<void> {
  const body = { phone_number: number, prefix: "2547", queue, modes: ["inbound"] };
  await must(`${url}/api/voice/voice/phone-numbers`, { method: "POST", headers, body });
  const ids = agents.map(({ id }) => id);
  await inDemoAccount(dataDir, async (client) => {
    await client.query(
      `insert into voice.extensions (customer_account, user_id, name, exten, secret, state, decided_at)
       select $1, id, 'Bench Agent ' || n, (7000 + n)::text, '\\x00', 'approved', now()
       from unnest($2::text[]) with ordinality given (id, n)`,
      [account, ids],
    );
    await client.query(
      `insert into voice.directory (kind, name, customer_account)
       select 'extension', (7000 + n)::text, $1 from generate_series(1, $2::int) n`,
      [account, ids.length],
    );
  });
  await forEach(agents, 4, async (agent) => {
    const extension = String(7001 + agents.indexOf(agent));
    const login = { method: "POST", headers: agent.headers, body: { action: "login", extension } };
    await must(`${url}/api/voice/voice/agent/actions`, login);
  });
}

/** One change of a call, told at this time by its agent's phone; times in ms of this process's clock. */
type CallChange = { call: number; at: number; id: number; status: string; talked: number };

/** Every change as the stream had it first. */
function listen(supervisor: Agent) {
  const seen = new Map<string, number>();
  supervisor.heard = ([, kind, body]) => {
    if (kind !== "voice.call") return;
    const name = `${body.id} ${body.status}`;
    if (!seen.has(name)) seen.set(name, performance.now());
  };
  return { seenAt: ({ id, status }: CallChange) => seen.get(`${id} ${status}`) ?? Number.POSITIVE_INFINITY };
}

/** Asks for the page again and again, one after the other, twice a second at most. */
function watchPage(url: string, { cookie }: Agent) {
  const times: number[] = [];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const began = performance.now();
      const answer = await fetch(`${url}/voice/monitor?queue=${queue}`, { headers: { cookie } });
      await answer.text();
      if (answer.status !== 200) throw new Error(`the monitor answered ${answer.status}`);
      times.push(performance.now() - began);
      await pause(Math.max(0, began + 500 - performance.now()));
    }
    return times;
  })();
  return {
    stop() {
      stopped = true;
      return watching;
    },
  };
}

/** Calls ring, are answered and end; of six one is not answered. The last ones are left as they are. */
async function tellAll(url: string, agents: readonly Agent[]): Promise<CallChange[]> {
  const told: CallChange[] = [];
  const under: Promise<void>[] = [];
  const address = `${url}/api/voice/voice/calls/inbound/log`;
  const tell = (n: number, method: string, body: object, talked = 0) => {
    const agent = agents[n % agents.length];
    const at = performance.now();
    const given = {
      method,
      headers: agent?.headers ?? {},
      body: { reference: `bench-${n}`, type: "inbound", ...body },
    };
    under.push(
      call(address, given).then(({ status, body: said }) => {
        if (status !== 201) throw new Error(`a change was answered with ${status}: ${JSON.stringify(said)}`);
        const data = said.data as { id: number; status: string };
        told.push({ call: n, at, id: data.id, status: data.status, talked });
      }),
    );
  };
  const missed = (n: number) => n % 6 === 5;
  await paced(size.turnsPerSecond, size.seconds, (slot) => {
    const n = Math.floor(slot / 3);
    if (slot % 3 === 0) {
      const phoneNumber = `+25471${String(n).padStart(7, "0")}`;
      return tell(n, "POST", { callId: `sip-${n}`, phoneNumber, status: "Ringing", calledNumber: number });
    }
    const [answers, ends] = [n - answeredAfter, n - endedAfter];
    if (slot % 3 === 1 && answers >= 0)
      return tell(answers, "PATCH", missed(answers) ? { state: "terminated" } : { state: "inProgress" });
    if (slot % 3 === 2 && ends >= 0 && !missed(ends)) {
      const callDuration = 1 + (ends % 5);
      return tell(ends, "PATCH", { state: "terminated", callDuration }, callDuration);
    }
  });
  await Promise.all(under);
  return told;
}

type Monitor = {
  today: Record<string, number>;
  queues: { key: string; waiting: number; sums: Record<string, number> }[];
  halfHours: { sums: Record<string, number> }[];
  waiting: unknown[];
  agents: { name: string; activity: string }[];
};

/** What the monitor says otherwise than the raw events of the calls do. */
async function differences(dataDir: string, monitor: Monitor, told: readonly CallChange[]): Promise<string[]> {
  const { rows } = await inDemoAccount(dataDir, (client) =>
    client.query<{ statuses: string[]; reference: string }>(
      `select c.reference, array_agg(e.status order by e.id) as statuses from voice.call_events e
       join voice.calls c on c.customer_account = e.customer_account and c.id = e.call_id
       where e.customer_account = $1 and c.reference like 'bench-%' group by 1`,
      [account],
    ),
  );
  const last = (wanted: string) => rows.filter(({ statuses }) => statuses.at(-1) === wanted).length;
  const talked = new Map(told.filter((one) => one.talked > 0).map((one) => [`bench-${one.call}`, one.talked]));
  const complete = rows.filter(({ statuses }) => statuses.at(-1) === "Complete");
  const expected = {
    rung: rows.length,
    handled: last("Complete"),
    answered: rows.filter(({ statuses }) => statuses.includes("Accepted")).length,
    talked: complete.reduce((sum, { reference }) => sum + (talked.get(reference) ?? 0), 0),
    missed: last("Missed") + last("RingNoAnswer"),
  };
  const counted = (sums: Record<string, number>): Record<string, number> => ({
    ...sums,
    missed: (sums.abandoned ?? 0) + (sums.abandonedEarly ?? 0),
  });
  const summed = (name: string) => monitor.halfHours.reduce((sum, one) => sum + (counted(one.sums)[name] ?? 0), 0);
  const row = monitor.queues.find(({ key }) => key === queue);
  const doing = (activity: string) =>
    monitor.agents.filter((one) => one.name.startsWith("Bench") && one.activity === activity).length;
  const pairs: [name: string, shown: number | undefined, recounted: number][] = [
    ...Object.entries(expected).flatMap(([name, value]): [string, number | undefined, number][] => [
      [`${name} today`, counted(monitor.today)[name], value],
      [`${name} of the queue`, row && counted(row.sums)[name], value],
      [`${name} by half hour`, summed(name), value],
    ]),
    ["waiting", monitor.waiting.length, last("Ringing")],
    ["waiting in the queue", row?.waiting, last("Ringing")],
    ["agents who are rung", doing("ringing"), last("Ringing")],
    ["agents who talk", doing("talking"), last("Accepted")],
  ];
  if (expected.handled === 0 || told.length < rows.length) throw new Error("nothing was recounted");
  return pairs.flatMap(([name, shown, recounted]) =>
    shown === recounted ? [] : [`${name} ${shown}, not ${recounted}`],
  );
}

function upTo(name: string, ms: number, peer: string): BenchRow {
  return { name, figure: `${ms.toFixed(0)} ms`, limit: "500 ms", peer, ok: ms < 500 };
}
