import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyScopeNames, keyScopes } from "../../rules/api-keys";
import type { RecordDetail } from "../../services/crm/contract.records";
import { type CrmStage, crmStage } from "./fixture";

let crm: CrmStage;
beforeAll(async () => {
  crm = await crmStage();
});
afterAll(() => crm.close());

const amina = { name: "Amina Hassan", phone: "0712345678", source: "Online shop" };

describe("a key of the account", () => {
  test("adds a lead that belongs to no one; its history and the activities name the key", async () => {
    const made = await crm.ask("createLead", { body: amina }, "keyOfLeads");
    expect(made.status).toBe(201);
    const lead = made.body as unknown as RecordDetail;
    expect(lead).toMatchObject({ sales_manager_id: null, sales_manager: "", created_by: "Online shop (API key)" });
    const told = await crm.rows("select action, by from events.activities order by id desc limit 1");
    expect(told).toMatchObject([{ action: "Lead added", by: "Online shop (API key)" }]);
  });

  test("changes and moves what its scope is about, and reads it, and nothing else", async () => {
    const lead = await crm.lead({ name: "Baraka Mwangi" });
    const contact = (await crm.ask("createCrmContact", { body: { name: "Chebet Koech" } }))
      .body as unknown as RecordDetail;
    const details = (record: RecordDetail, type: string) => ({
      params: { id: record.id },
      body: { type, version: record.version, name: "Changed by a program", currency: "KES" },
    });
    expect(await crm.ask("updateContactDetails", details(lead, "lead"), "keyOfLeads")).toMatchObject({ status: 201 });
    expect(await crm.ask("updateContactDetails", details(contact, "contact"), "keyOfLeads")).toMatchObject({
      status: 403,
    });
    const [, second] = await crm.stages();
    const moved = { params: { lead_id: lead.id }, body: { stage_id: second?.id } };
    expect((await crm.ask("moveLead", moved, "keyOfLeads")).status).toBe(201);
    expect(await crm.ask("lead", { params: { id: lead.id } }, "keyOfLeads")).toMatchObject({
      status: 200,
      body: { name: "Changed by a program" },
    });
    for (const name of ["crmContacts", "deals", "salesManagers", "tasks", "customers", "duplicates"] as const)
      expect(await crm.ask(name, {}, "keyOfLeads"), name).toMatchObject({ status: 403 });
    expect(await crm.ask("crmContact", { params: { id: contact.id } }, "keyOfLeads")).toMatchObject({ status: 403 });
    const given = { params: { id: lead.id }, body: { type: "lead", sales_manager_id: "2" } };
    expect(await crm.ask("setSalesManager", given, "keyOfLeads")).toMatchObject({ status: 403 });
  });

  test("that may only read changes nothing, and one of another account finds nothing", async () => {
    const lead = await crm.lead({ name: "Dalmas Otieno" });
    expect((await crm.ask("leads", {}, "keyThatReads")).status).toBe(200);
    expect(await crm.ask("createLead", { body: amina }, "keyThatReads")).toMatchObject({ status: 403 });
    expect(await crm.ask("lead", { params: { id: lead.id } }, "keyOfOthers")).toMatchObject({ status: 404 });
  });

  test("reads the stages, pipelines and custom fields that it needs to write", async () => {
    for (const name of ["leadStages", "pipelines", "customFields"] as const)
      expect((await crm.ask(name, {}, "keyOfLeads")).status, name).toBe(200);
  });
});

test("whoever makes a key for a part of the CRM may see that part themselves", () => {
  for (const scope of keyScopeNames.filter((name) => !name.startsWith("messages")))
    expect(keyScopes[scope].permissions).toEqual([`View crm ${scope.split(":")[0]}`]);
});
