import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoSecrets } from "../../front/secrets";
import { contracts as documented } from "../../services/contracts";
import { type Embedded, embeddedServices } from "../../services/embedded";
import { readEnvironment } from "../../services/environment";
import { remote } from "../../services/kit/client";
import { type Call, type Calls, type Contract, Problem, pathNames } from "../../services/kit/contract";
import { openDatabase } from "../../services/kit/database";
import { createLog } from "../../services/kit/log";
import type { ServedCalls } from "../../services/kit/serve";
import { type Application, startApplication } from "../setup/application";
import { sendRequest } from "../setup/request";

const contracts: Contract<Calls>[] = Object.values(documented);
const all = contracts.flatMap(({ service, calls }) =>
  Object.entries(calls).map(([name, call]) => ({ service, name, call })),
);
const unknown = 987_654_321;
/** An account, a team, a person by address: what a path names beside numbers. */
const known: Record<string, string> = {
  account: "own",
  group: "1",
  customer_account: "100001",
  user_group: "1",
  billing_customer_id: "b-100001",
  kind: "prechat",
  set: "1",
  provider: "google",
};

let application: Application;
let database: ReturnType<typeof openDatabase>;
let embedded: Embedded;
let token: string;
beforeAll(async () => {
  application = await startApplication();
  const { dataDir } = application;
  database = openDatabase(application.databaseUrl);
  // As the application has it from its sandbox: a read says whether there is one.
  const speech = { VOICE_SPEECH_URL: "http://127.0.0.1:9", VOICE_SPEECH_KEY: "key-of-the-sandbox" };
  const environment = readEnvironment({ DATA_DIR: dataDir, ...speech });
  const settings = { ...environment, serviceSecret: demoSecrets(dataDir).service };
  embedded = embeddedServices(database, settings, createLog({ level: "silent" }), {
    dataDir,
    publicUrl: () => application.url,
  });
  token = await application.token("owner@savanna.test");
}, 120_000);
afterAll(async () => {
  await database.close();
  await application.stop();
});

type CallInput = { params?: Record<string, unknown>; body?: unknown };
type Answer = { status: number; body: unknown };
type RemoteCalls = Record<string, (given: CallInput) => Promise<Answer>>;

/** The same call three ways: the handler itself, the bytes of the HTTP door, and the client of a service elsewhere. */
async function everyWay(service: string, name: string, call: Call, given: CallInput, bearer: string) {
  const caller = { token: bearer, requestId: "test-request", address: "127.0.0.1" };
  const endpoint = embedded.instances[service as keyof Embedded["instances"]]?.served as unknown as
    | ServedCalls
    | undefined;
  const contract = contracts.find((one) => one.service === service);
  if (!endpoint || !contract) throw new Error(`no service ${service}`);
  const inside = (await endpoint.call(name, given as never, caller)) as Answer;
  const path = call.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(given.params?.[part])));
  const base = `${application.url}/api/${service}`;
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const response = await sendRequest(`${base}/${path.replace(/^\/+/, "")}`, {
    method: call.method,
    headers,
    ...(call.body ? { body: JSON.stringify(given.body) } : {}),
  });
  const bytes = await response.text();
  const away = await (remote(contract, base, caller) as unknown as RemoteCalls)[name]?.(given);
  return { inside, outside: { status: response.status, bytes }, away };
}

/** What no two answers share: a signed link's end, when something was asked for, and keys of objects in any order. */
function still(text: string): string {
  return text
    .replace(/([?&](?:until|expires|sig|signature|e|s)=)[\w-]+/g, "$1")
    .replace(/"(at|now|as_of)":"?[\d.T:Z-]+"?/g, '"$1":0');
}

async function differences(name: string, call: Call, ways: Ways): Promise<string[]> {
  const { inside, outside, away } = ways;
  const wrong: string[] = [];
  const said = JSON.stringify(inside.body);
  if (outside.status !== inside.status || still(outside.bytes) !== still(said))
    wrong.push(
      `${name} inside ${inside.status} ${said.slice(0, 200)}, outside ${outside.status} ${outside.bytes.slice(0, 200)}`,
    );
  if (away?.status !== inside.status || still(JSON.stringify(away.body)) !== still(said))
    wrong.push(`${name} by its client: ${away?.status} ${JSON.stringify(away?.body).slice(0, 200)}`);
  const shape = call.answers[outside.status] ?? Problem;
  if (!shape.safeParse(JSON.parse(outside.bytes)).success) wrong.push(`${name} ${outside.status} is not as documented`);
  return wrong;
}

type Ways = Awaited<ReturnType<typeof everyWay>>;

/** The clocks of the application change what is read, also between two of the three ways: then all are asked again. */
async function lasting(name: string, call: Call, ask: () => Promise<Ways>): Promise<string[]> {
  const first = await ask();
  const found = await differences(name, call, first);
  if (found.length === 0) return found;
  const again = await ask();
  const [before, after] = [first, again].map(({ inside }) => still(JSON.stringify(inside.body)));
  return before === after ? found : differences(name, call, again);
}

const records = (call: Call) =>
  Object.fromEntries(pathNames(call.path).map((part) => [part, known[part] ?? String(unknown)] as const));

describe.each(contracts.map(({ service }) => service))("%s", (service) => {
  const mine = all.filter((one) => one.service === service && !one.call.raw && !one.call.public);

  test("every read answers the same in this process, over HTTP and through the client, as documented", async () => {
    const wrong: string[] = [];
    for (const { name, call } of mine.filter(({ call }) => call.method === "GET" && !call.writes)) {
      const numbers = pathNames(call.path).some((part) => !(part in known)) ? [1, 2, unknown] : [unknown];
      for (const number of numbers) {
        const params = Object.fromEntries(
          pathNames(call.path).map((part) => [part, known[part] ?? String(number)] as const),
        );
        wrong.push(...(await lasting(name, call, () => everyWay(service, name, call, { params }, token))));
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  // What only reads may be asked in odd ways and falls back to its defaults, as a list's URL does.
  test("every change with a field that no one documented is refused, every way alike", async () => {
    const wrong: string[] = [];
    for (const { name, call } of mine.filter(({ call }) => call.body && call.writes && !call.internal)) {
      const given = { params: records(call), body: { customer_account: "200002", nobody_documented: true } };
      const ways = await everyWay(service, name, call, given, token);
      wrong.push(...(await differences(name, call, ways)));
      if (![403, 404, 422].includes(ways.outside.status)) wrong.push(`${name} takes it: ${ways.outside.status}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test("a guest and a person at a call for services are refused every way alike", async () => {
    const wrong: string[] = [];
    for (const { name, call } of mine)
      for (const bearer of ["nonsense", token]) {
        if (bearer === token && !call.internal) continue;
        const ways = await everyWay(service, name, call, { params: records(call), body: {} }, bearer);
        wrong.push(...(await differences(name, call, ways)));
        const expected = bearer === token ? 403 : 401;
        if (ways.outside.status !== expected) wrong.push(`${name} answers ${ways.outside.status}`);
      }
    expect(wrong).toEqual([]);
  }, 120_000);
});
