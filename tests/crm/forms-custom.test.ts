import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LeadFormDetail } from "../../services/crm/contract.forms";
import type { RecordDetail } from "../../services/crm/contract.records";
import type { PublicForm } from "../../services/crm/forms/arrive";
import { type Entry, formVisitors } from "../../services/crm/forms/visitors";
import { addField as addFieldTo } from "./fields.fixture";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
let visitors: ReturnType<typeof formVisitors>;
beforeAll(async () => {
  fixture = await crmStage();
  visitors = formVisitors(fixture.database, { clientsOfAccount: fixture.clientsOfAccount, secret: "s".repeat(32) });
});
afterAll(() => fixture.close());

let made = 0;
const addField = (form: object) => addFieldTo(fixture, form);

type AskedBody = { field: string; label: string; required: boolean };
const asked = (field: string, label: string, required = false): AskedBody => ({ field, label, required });
const bodyOf = (fields: AskedBody[], more: object = {}) => ({
  ...{ name: `Form ${++made}`, title: "Get in touch", consent: "", ...more },
  fields: [asked("name", "Name"), asked("phone", "Phone"), asked("email", "Email"), ...fields],
});

async function addForm(fields: AskedBody[], more: object = {}) {
  const answer = await fixture.ask("createLeadForm", { body: bodyOf(fields, more) });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const detail = answer.body as unknown as LeadFormDetail;
  return { detail, find: async () => (await visitors.find(detail.key)) ?? expect.fail("no form") };
}

function entry(form: PublicForm, typed: Record<string, string>): Entry {
  const utm = { utm_source: "", utm_medium: "", utm_campaign: "", utm_term: "", utm_content: "" };
  const page = { ticket: visitors.ticket(form), proof: "", honeypot: "", referrer: "" };
  return { typed, consented: false, utm, ...page, address: `10.1.0.${++made % 250}` };
}

async function leadNamed(name: string): Promise<RecordDetail> {
  const [found] = (await fixture.ask("leads", { query: { q: name } })).body.data as { id: number }[];
  return (await fixture.ask("lead", { params: { id: found?.id } })).body as unknown as RecordDetail;
}
const notes = async (id: number) =>
  ((await fixture.ask("contactNotes", { params: { id } })).body.data as { text: string }[]).map(({ text }) => text);

describe("a lead form with custom fields", () => {
  test("takes each type as the CRM does, and says at each what is wrong", async () => {
    const choices = [{ label: "Gold" }, { label: "Silver, plain" }];
    const fields = {
      text: await addField({}),
      number: await addField({ type: "number" }),
      money: await addField({ type: "money" }),
      date: await addField({ type: "date" }),
      choice: await addField({ type: "choice", choices }),
      choices: await addField({ type: "choices", choices }),
      link: await addField({ type: "link" }),
    };
    const { find } = await addForm(Object.entries(fields).map(([type, { key }]) => asked(key, type, type === "text")));
    const form = await find();
    const typed = {
      ...{ name: "All types", phone: "0712000801" },
      ...{ [fields.number.key]: "many", [fields.money.key]: "USD 5", [fields.date.key]: "soon" },
      ...{
        [fields.choice.key]: "Bronze",
        [fields.choices.key]: "Gold; Bronze",
        [fields.link.key]: "javascript:alert(1)",
      },
    };
    const refused = await visitors.send(form, entry(form, typed));
    expect(refused).toEqual({
      kind: "refused",
      errors: {
        [fields.text.key]: "Enter a value for text.",
        [fields.number.key]: "number: Enter a number such as 12.5.",
        [fields.money.key]: "money: Enter an amount in KES.",
        [fields.date.key]: "date: Enter a date such as 2026-11-25.",
        [fields.choice.key]: expect.stringMatching(/^choice: “Bronze” is not one of the choices/),
        [fields.choices.key]: expect.stringMatching(/^choices: “Bronze” is not one of the choices/),
        [fields.link.key]: "link: Enter a web address that begins with https:// or http://.",
      },
    });
    const right = {
      ...{ ...typed, [fields.text.key]: " Coast ", [fields.number.key]: "12.5", [fields.money.key]: "50,000" },
      ...{ [fields.date.key]: "2026-12-01", [fields.choice.key]: "Silver, plain" },
      ...{ [fields.choices.key]: "Gold; Silver, plain", [fields.link.key]: "shop.example" },
    };
    expect(await visitors.send(form, entry(form, right))).toEqual({ kind: "thanks" });
    expect((await leadNamed("All types")).custom).toEqual({
      ...{ [fields.text.id]: "Coast", [fields.number.id]: 12.5, [fields.money.id]: 5_000_000 },
      ...{ [fields.date.id]: "2026-12-01", [fields.choice.id]: 2, [fields.choices.id]: [1, 2] },
      [fields.link.id]: "https://shop.example/",
    });
  });

  test("does not tell a visitor that a unique value is taken: it is in a note of the new lead", async () => {
    const member = await addField({ name: "Member", unique: true });
    const { find } = await addForm([asked(member.key, "Member number")]);
    const form = await find();
    await fixture.lead({ name: "Has it", custom: { [member.id]: "M-1" } });
    const sent = await visitors.send(
      form,
      entry(form, { name: "Late comer", phone: "0712000811", [member.key]: "m-1" }),
    );
    expect(sent).toEqual({ kind: "thanks" });
    const late = await leadNamed("Late comer");
    expect(late.custom).toEqual({});
    expect(await notes(late.id)).toEqual(["Member number: m-1 (another lead has this value)"]);
  });

  test("gives a unique value that two send at once to one of them, and loses neither", async () => {
    const member = await addField({ unique: true });
    const { find } = await addForm([asked(member.key, "Member number")]);
    const form = await find();
    const both = ["Twin one", "Twin two"].map((name, at) =>
      visitors.send(form, entry(form, { name, phone: `071200082${at}`, [member.key]: "T-1" })),
    );
    expect(await Promise.all(both)).toEqual([{ kind: "thanks" }, { kind: "thanks" }]);
    const twins = [await leadNamed("Twin one"), await leadNamed("Twin two")];
    expect(twins.filter(({ custom }) => custom[member.id] === "T-1")).toHaveLength(1);
    const other = twins.find(({ custom }) => custom[member.id] === undefined);
    expect(await notes(other?.id ?? 0)).toEqual(["Member number: T-1 (another lead has this value)"]);
  });

  test("writes what somebody says who is an open lead already as a note, and changes nothing of the lead", async () => {
    const budget = await addField({ type: "money" });
    const { find } = await addForm([asked(budget.key, "Budget")]);
    const form = await find();
    const lead = await fixture.lead({ name: "Known", phone: "0712000831", custom: { [budget.id]: 100 } });
    await visitors.send(form, entry(form, { name: "Anybody", phone: "0712000831", [budget.key]: "9,000" }));
    expect((await leadNamed("Known")).custom).toEqual({ [budget.id]: 100 });
    expect(await notes(lead.id)).toEqual(["Budget: KES 9,000.00"]);
  });

  test("keeps the values until the address is confirmed", async () => {
    const region = await addField({});
    const email = { field: "email", label: "Email", required: true };
    const body = {
      ...bodyOf([]),
      fields: [asked("name", "Name"), email, asked(region.key, "Region")],
      double_opt_in: true,
    };
    const { key } = (await fixture.ask("createLeadForm", { body })).body as unknown as LeadFormDetail;
    const form = (await visitors.find(key)) ?? expect.fail("no form");
    const typed = { name: "Confirmed", email: "confirmed@mail.test", [region.key]: "Rift" };
    expect(await visitors.send(form, entry(form, typed))).toEqual({ kind: "check mail" });
    const mail = (await fixture.mails()).find(({ to }) => to === "confirmed@mail.test");
    const [, link = ""] = /\/confirm\/(\d+\.[\w-]{24})/.exec(mail?.text ?? "") ?? [];
    expect(await visitors.confirm(form, link)).toBe(true);
    expect((await leadNamed("Confirmed")).custom).toEqual({ [region.id]: "Rift" });
  });

  test("does not ask for a field that is archived, asks again once it is restored, and forgets one that is deleted", async () => {
    const old = await addField({});
    const gone = await addField({});
    const { detail, find } = await addForm([asked(old.key, "Old", true), asked(gone.key, "Gone", true)]);
    const archive = (archived: boolean) =>
      fixture.ask("archiveCustomField", { params: { id: old.id }, body: { archived } });
    await archive(true);
    expect((await fixture.ask("deleteCustomField", { params: { id: gone.id } })).status).toBe(201);
    const shown = await find();
    expect(shown.fields.map(({ field }) => field)).toEqual(["name", "phone", "email"]);
    expect(await visitors.send(shown, entry(shown, { name: "Bare", phone: "0712000841" }))).toEqual({ kind: "thanks" });
    const kept = (await fixture.ask("leadForm", { params: { id: detail.id } })).body as unknown as LeadFormDetail;
    expect(kept.fields.map(({ field }) => field)).toEqual(["name", "phone", "email", old.key]);
    await archive(false);
    expect((await find()).fields.map(({ field }) => field)).toEqual(["name", "phone", "email", old.key]);
  });

  test("can't ask for a field of another kind, or one twice", async () => {
    const ofDeals = await addField({ kind: "deal" });
    const twice = await addField({});
    for (const fields of [[asked(ofDeals.key, "A")], [asked(twice.key, "A"), asked(twice.key, "B")]]) {
      const answer = await fixture.ask("createLeadForm", { body: bodyOf(fields) });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveProperty("fields");
    }
  });
});
