import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { serve } from "../../services/kit/serve";
import { contactHandlers } from "../../services/messaging/contacts/service";
import { contactCalls } from "../../services/messaging/contract.contacts";
import { contactListCalls } from "../../services/messaging/contract.lists";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { person, surroundings } from "../setup/people";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** A call over the wire, as a program makes it. */
async function call(method: string, path: string, body?: object) {
  const served = serve(
    contract("messaging", { ...contactCalls, ...contactListCalls }),
    contactHandlers(database, { dataDir: "/nowhere" }),
    surroundings({ owner: person() }),
  );
  const request = new Request(`http://jibu.test/api/messaging${path}`, {
    method,
    headers: { authorization: "Bearer owner", ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await served.fetch(request, { requestId: "test", address: "127.0.0.1" });
  return { status: answer.status, body: await answer.json() };
}

test("the documented paths answer as the calls they stand for", async () => {
  const { body: group } = await call("POST", "/contact-groups", { name: "Dukas" });
  const added = await call("POST", "/add-contacts", { group_id: group.id, contacts: [{ phone: "0712345678" }] });
  expect(added).toMatchObject({ status: 201, body: { added: 1 } });
  expect((await call("POST", "/list/?page=1")).body).toMatchObject({ total: 1, data: [{ name: "Dukas" }] });
  expect((await call("GET", "/all/?type=sms,airtime")).body.data).toMatchObject([{ name: "Dukas", contacts: 1 }]);
  const members = await call("POST", `/${group.id}/contacts/?page=1`);
  expect(members.body.data).toMatchObject([{ msisdn: "+254712345678" }]);
  const { contact_id } = members.body.data[0];
  const changed = await call("POST", `/${group.id}/update-contacts`, { contact_id, phone: "0712345678", name: "Asha" });
  expect(changed).toMatchObject({ status: 201, body: { name: "Asha" } });
  const followed = await call("GET", `/${group.id}/delete-contacts/${contact_id}`);
  expect(followed).toMatchObject({
    status: 405,
    body: { message: `Use DELETE /api/messaging/contact-groups/${group.id}/contacts/${contact_id}.` },
  });
  expect((await call("POST", `/${group.id}/contacts/`)).body.total).toBe(1);
  expect((await call("DELETE", `/contact-groups/${group.id}/contacts/${contact_id}`)).status).toBe(201);
  expect((await call("POST", `/${group.id}/contacts/`)).body.total).toBe(0);
});
