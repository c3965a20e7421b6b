import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chat } from "../../services/chat/contract";
import { peopleCalls } from "../../services/identity/contract.people";
import { roleCalls } from "../../services/identity/contract.roles";
import type { Call, Calls } from "../../services/kit/contract";
import { messaging } from "../../services/messaging/contract";
import { type Application, startApplication } from "../setup/application";
import { asOwner } from "../setup/database";
import { sendRequest } from "../setup/request";
import { fingerprint, waitForRest } from "./fingerprint";

let application: Application;
let lakeside: string;
/** Who work in an account that is not that of the records; the second is its own owner, in a child account of it. */
let elsewhere: Record<"another account's owner" | "somebody of the parent in a child account", string>;
let savanna: string;

/** A body that gets past validation, by the call's name: what is left to refuse it is the account. */
const bodies: Record<string, unknown> = {
  renameGroup: { name: "Taken over" },
  updateContact: { contact_id: 1, phone: "0722000000", name: "Taken over" },
  updateListMember: { contact_id: 1, phone: "0722000000", name: "Taken over" },
  startImport: { mapping: { "0": "phone" }, group_name: "Taken over" },
  sampleBlast: { messages: 5 },
  setBlastSpeed: { speed: null },
  startExpress: { phone: 0 },
  updateKeywordReply: { words_en: ["PRICE"], words_sw: ["BEI"], reply_en: "Taken over", reply_sw: "Taken over" },
  followLink: { program: false },
  updateTemplate: { name: "Taken over", channel: "sms", body: "Taken over" },
};
/** They change nothing for anybody: they only name the call that does (405). */
const refuseAll = new Set(["deleteListMember", "startInstance"]);
const unknown = 987_654_321;

async function call(token: string, name: string, id: number) {
  const found = messaging.calls[name as keyof typeof messaging.calls];
  const path = found.path.replace(/\{\w+\}/g, String(id));
  const body = bodies[name];
  const response = await sendRequest(`${application.url}/api/messaging${path}`, {
    method: found.method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.text() };
}

const printOf = (account: string) => fingerprint(application.databaseUrl, account);

// The calls of the platform are shut to everybody else, whatever the id (access-matrix.test.ts).
const withIds = Object.entries(messaging.calls as Calls).flatMap(([name, { path, needs }]) =>
  /\{\w+\}/.test(path) && !needs?.platform && !refuseAll.has(name) ? [name] : [],
);

/** Reads of an account travel together in messages of our own making, unless that is switched off (docs/operating.md). */
describe.each(["on", "off"])("with batched reads %s", (reads) => {
  beforeAll(async () => {
    application = await startApplication({ BATCHED_READS: reads });
    await waitForRest(application.databaseUrl, "100001");
    lakeside = await application.token("owner@lakeside.test");
    savanna = await application.token("owner@savanna.test");
    await asOwner(
      application.databaseUrl,
      `select set_config('app.account', '100102', false);
       update identity.accounts set products = array['SMS', 'Chats'] where customer_account = '100102'`,
    );
    const { token } = await application.delegation("owner@savanna.test", "100102");
    elsewhere = { "another account's owner": lakeside, "somebody of the parent in a child account": token };
  }, 120_000);
  afterAll(() => application.stop());

  test("there are calls with ids to try", () => {
    expect(withIds.length).toBeGreaterThan(15);
  });

  test("another account's id is answered like an unknown one, by every call, and changes nothing of the owner's", async () => {
    const before = await printOf("100001");
    expect(before).toMatch(/messaging\.contacts [1-9]\d* rows -?\d/);
    expect(before).not.toContain("undefined");
    for (const [who, token] of Object.entries(elsewhere))
      for (const name of withIds) {
        const foreign = await call(token, name, 1);
        const nobodys = await call(token, name, unknown);
        expect(nobodys.status, `${name} with an unknown id, ${who}`).toBe(404);
        expect(foreign, `${name} with another account's id, ${who}`).toEqual(nobodys);
      }
    expect(await printOf("100001")).toBe(before);
  }, 120_000);

  test("the same ids are there for their owner", async () => {
    for (const name of ["group", "contacts", "blast", "messages"])
      expect((await call(savanna, name, 1)).status, name).toBe(200);
  });

  /** Ids of the demo's that only the first account has, by the path of a chat call. */
  const chatIds: [path: RegExp, id: number][] = [
    [/^\/contacts/, 50],
    [/^\/reports\/chats/, 50],
    [/^\/messages/, 1],
    [/^\/people/, 40],
    [/^\/disposition-types/, 4],
    [/^\/participants/, 4],
    [/^\/labels/, 3],
  ];
  const chatBodies: Record<string, unknown> = {
    typing: { what: "typing" },
    setContactPriority: { priority: "urgent" },
    snoozeContact: { until: Math.floor(Date.now() / 1_000) + 3_600 },
    sendMessage: { request_id: "a".repeat(32), message: "Taken over" },
    saveForm: { form: { name: "Taken over" } },
    mergePerson: { other: 1 },
    partPerson: { other: 1 },
  };

  test("another account's conversations, customers and agents are unknown to every chat call, and stay as they are", async () => {
    const before = await printOf("100001");
    expect(before).toMatch(/chat\.contacts [1-9]\d* rows -?\d/);
    const calls = Object.entries(chat.calls).filter(([, call]) => chatIds.some(([path]) => path.test(call.path)));
    const named = calls.filter(([, { path }]) => /\{\w+\}/.test(path));
    expect(named.length).toBeGreaterThan(15);
    const ask = async (name: string, method: string, path: string, id: number, token: string) => {
      const response = await sendRequest(`${application.url}/api/chat${path.replace(/\{\w+\}/g, String(id))}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: JSON.stringify(chatBodies[name] ?? {}) }),
      });
      return { status: response.status, body: await response.text() };
    };
    for (const [who, token] of Object.entries(elsewhere))
      for (const [name, { method, path }] of named) {
        const id = chatIds.find(([pattern]) => pattern.test(path))?.[1] ?? 0;
        const nobodys = await ask(name, method, path, unknown, token);
        expect(nobodys.status, `${name} with an unknown id, ${who}`).toBe(404);
        expect(await ask(name, method, path, id, token), `${name} with another account's id, ${who}`).toEqual(nobodys);
      }
    expect(await printOf("100001")).toBe(before);
    for (const path of ["/contacts/50", "/contacts/50/messages"])
      expect((await ask("", "GET", path, 0, savanna)).status).toBe(200);
  }, 120_000);

  const people = { ...roleCalls, ...peopleCalls };
  type Ids = Record<"account" | "group" | "email" | "uuid" | "id" | "roleId" | "x", string>;

  /** The same for people, who are known by number, uuid and address: in the path, in the query and in the body. */
  async function callPeople(token: string, name: keyof typeof people, ids: Ids) {
    const { method, path } = people[name];
    const said: Record<string, unknown> = {
      createRole: { name: "Taken over", permissions: [1] },
      updateRole: { name: "Taken over" },
      addRolePermissions: { permissions: [1] },
      assignPermissions: { permissions: [1] },
      assignPermission: { permission: 1 },
      setModules: { user_id: Number(ids.id), modules: { SMS: false } },
      updateMember: { name: "Taken over" },
      renameTeam: { name: "Taken over" },
    };
    const query = name === "modules" ? `?user_id=${ids.id}` : "";
    const address = path.replace(/\{(\w+)\}/g, (_, part: keyof Ids) => encodeURIComponent(ids[part])) + query;
    const response = await sendRequest(`${application.url}/api/identity${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(method === "GET" ? {} : { body: JSON.stringify(said[name] ?? {}) }),
    });
    return { status: response.status, body: await response.text() };
  }

  test("another account's people and roles are unknown to every call about them, and stay as they are", async () => {
    const headers = { authorization: `Bearer ${savanna}` };
    const answer = await fetch(`${application.url}/api/identity/account-members/own/all/?q=agent@`, { headers });
    const kevin = ((await answer.json()) as { data: { id: number; uuid: string; email: string; role_id: number }[] })
      .data[0];
    if (!kevin) throw new Error("the demo has no agent");
    const team = await fetch(`${application.url}/api/identity/user-groups`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ name: "Field" }),
    });
    const { id: teamId } = (await team.json()) as { id: number };
    const about = {
      account: "100001",
      group: "1",
      email: kevin.email,
      uuid: kevin.uuid,
      x: "1",
      roleId: String(kevin.role_id),
    };
    const nowhere = {
      account: "987654",
      group: "1",
      email: "nobody@nowhere.test",
      uuid: "7f1fd3a2-5a7c-4f0e-9b0e-2f6f0c3a9d11",
      x: "1",
      roleId: String(unknown),
      id: String(unknown),
    };
    const byId = {
      role: kevin.role_id,
      updateRole: kevin.role_id,
      deleteRole: kevin.role_id,
      renameTeam: teamId,
      deleteTeam: teamId,
    };
    const before = await printOf("100001");
    const names = (Object.keys(people) as (keyof typeof people)[]).filter(
      (name) => /\{\w+\}/.test(people[name].path) || name === "setModules" || name === "modules",
    );
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const id = String((byId as Record<string, number>)[name] ?? kevin.id);
      for (const [who, token] of Object.entries(elsewhere)) {
        const foreign = await callPeople(token, name, { ...about, id });
        const nobodys = await callPeople(token, name, nowhere);
        // Who changes people of a child account is refused whoever they are.
        const { needs }: Call = people[name];
        const refused = token !== lakeside && needs?.permissions?.every((one) => one !== "View user");
        expect(nobodys.status, `${name} with an unknown id, ${who}`).toBe(refused ? 403 : 404);
        expect(foreign, `${name} with another account's, ${who}`).toEqual(nobodys);
      }
    }
    expect(await printOf("100001")).toBe(before);
  });

  test("the number of another account's role or team in a body is no role or team of one's own", async () => {
    const invite = async (body: object) => {
      const response = await fetch(`${application.url}/api/identity/members`, {
        method: "POST",
        headers: { authorization: `Bearer ${lakeside}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "Amina", email: "amina@lakeside.test", ...body }),
      });
      return response.status;
    };
    const roles = await fetch(`${application.url}/api/identity/own/custom-roles?q=agent`, {
      headers: { authorization: `Bearer ${lakeside}` },
    });
    const own = ((await roles.json()) as { data: { id: number }[] }).data[0]?.id ?? 0;
    expect(await invite({ role_id: 1 })).toBe(422);
    expect(await invite({ role_id: own, user_group: 2 })).toBe(422);
    expect(await invite({ role_id: own, customer_account: "100001" })).toBe(422);
    expect(await invite({ role_id: own })).toBe(201);
  });
});
