import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { serviceToken } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import { audienceHandlers } from "../../services/messaging/contacts/audience-handlers";
import { audienceCalls } from "../../services/messaging/contract.internal";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, lakeside, phone, type Stage, savanna } from "./blasts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await blastStage();
});
afterAll(() => fixture.close());

const around = surroundings({ owner: person() });
function set(group_id: number, msisdn: string, fields: Record<string, string>, account = savanna) {
  const served = serve(contract("messaging", audienceCalls), audienceHandlers(fixture.database), around);
  const token = serviceToken(around.serviceSecret, account);
  return served.call("setContactFields", { body: { group_id, msisdn, fields } }, { ...caller(""), token });
}

test("fields of one contact of a group are set, the others stay, and the group knows the new field", async () => {
  const group = await fixture.group([
    { msisdn: phone(1), fields: { town: "Kisumu", mark: "3" } },
    { msisdn: phone(2), fields: { town: "Thika" } },
  ]);
  for (let times = 0; times < 2; times++)
    expect(await set(group, phone(1), { mark: "9", complaint: "Late" })).toMatchObject({
      ...{ status: 200, body: { updated: true } },
    });
  const members = await fixture.rows(
    `select msisdn, fields from messaging.group_contacts where group_id = ${group} order by msisdn`,
  );
  expect(members).toEqual([
    { msisdn: phone(1), fields: { town: "Kisumu", mark: "9", complaint: "Late" } },
    { msisdn: phone(2), fields: { town: "Thika" } },
  ]);
  expect(await fixture.rows(`select field_names, contacts from messaging.contact_groups where id = ${group}`)).toEqual([
    { field_names: ["town", "mark", "complaint"], contacts: 2 },
  ]);
});

test("a contact that left the group stays away, and groups of others are unknown", async () => {
  const group = await fixture.group([{ msisdn: phone(11) }]);
  expect(await set(group, phone(12), { mark: "9" })).toMatchObject({ status: 200, body: { updated: false } });
  expect(await set(group, phone(11), { mark: "9" }, lakeside)).toMatchObject({ status: 404 });
  expect(await set(987_654, phone(11), { mark: "9" })).toMatchObject({ status: 404 });
});
