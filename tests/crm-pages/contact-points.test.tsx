import { expect, test } from "vitest";
import { organisations } from "../../app/crm/organisations.list";
import { pointRows } from "../../app/crm/record/points";
import { PointsCard } from "../../app/crm/record/points-card";
import { contacts, deals, leads } from "../../app/crm/record/records.list";
import { fileColumns, pageColumns } from "../../app/kit/lists/definition";
import { maxPoints } from "../../rules/contact-points";
import type { ContactPoint, RecordDetail } from "../../services/crm/contract.records";
import { render } from "../kit-ui/render";

const point = (id: number, value: string, more: Partial<ContactPoint> = {}): ContactPoint => ({
  ...{ id, kind: value.includes("@") ? "email" : "phone", value, label: "Work", is_primary: false },
  ...{ created_by: "Wanjiru Maina", created_at: "2026-11-27T08:00:00.000Z" },
  ...more,
});

const record = (points: ContactPoint[]) =>
  ({
    ...{ id: 7, kind: "contact", name: "Amina Hassan", version: 3 },
    ...{ phone: "+254722000111", email: "amina@duka.test", contact_points: points },
  }) as unknown as RecordDetail;

const further = [point(1, "+254722000111", { is_primary: true, label: "Mobile" }), point(2, "+254733000222")];

test("every number can be called, every further one made primary or removed by a plain form", async () => {
  const html = await render(<PointsCard record={record(further)} others={[]} last={undefined} />);
  expect(html).toContain('href="tel:+254722000111"');
  expect(html).toContain("Primary, Mobile");
  expect(html).toContain('href="tel:+254733000222"');
  expect(html).toContain('href="mailto:amina@duka.test"');
  const forms = [...html.matchAll(/<form.*?<\/form>/g)].map(([form]) => form);
  for (const form of forms) expect(form).toContain('method="post"');
  const changes = forms.filter((form) => form.includes('name="point"'));
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatch(/name="point" value="2"/);
  expect(changes[0]?.match(/value="(primary|remove)"/g)).toHaveLength(2);
  expect(forms.at(-1)).toContain('name="value"');
});

test("every number and address, the primary ones too, gets another label by a plain form", async () => {
  const html = await render(<PointsCard record={record(further)} others={[]} last={undefined} />);
  const forms = [...html.matchAll(/<form.*?<\/form>/g)].map(([form]) => form).filter((form) => /"labelled"/.test(form));
  const chosen = forms.map((form) => [
    form.match(/name="labelled" value="([^"]*)"/)?.[1],
    form.match(/<option value="(\w+)" selected=""/)?.[1],
  ]);
  expect(chosen).toEqual([
    ["+254722000111", "Mobile"],
    ["amina@duka.test", "Other"],
    ["+254733000222", "Work"],
  ]);
  for (const form of forms)
    expect(form).toMatch(/<button[^>]*name="intent" value="label"|value="label"[^>]*name="intent"/);
});

test("the profile says the label beside every number; where several have one, the later ones have a number", () => {
  const labels = (points: ContactPoint[]) => pointRows(record(points) as never, "phone").map(({ label }) => label);
  expect(labels(further)).toEqual(["Phone, mobile", "Phone, work"]);
  expect(labels([])).toEqual(["Phone"]);
  const mobiles = [point(1, "+254722000111", { is_primary: true, label: "Mobile" })];
  expect(labels([...mobiles, point(2, "+254733000222", { label: "Mobile" })])).toEqual([
    "Phone, mobile",
    "Phone, mobile 2",
  ]);
});

test("the card of an organisation has the same forms, and calls from its page", async () => {
  const organisation = { ...record(further), kind: "organisation" as const };
  const html = await render(<PointsCard record={organisation} last={undefined} />);
  expect(html).toContain("Primary, Mobile");
  const intents = [...html.matchAll(/name="intent" value="(\w+)"/g)].map(([, intent]) => intent);
  expect(intents.sort()).toEqual(["add", "label", "label", "label", "primary", "remove"]);
});

test("the file of organisations has a column of further phones and one of further emails, the page has none", () => {
  const facts = { zone: "UTC", managers: [] } as never;
  const row = record([...further, point(4, "home@mail.test")]) as never;
  const added = fileColumns(organisations.columns(facts)).filter(({ name }) => name.startsWith("further"));
  expect(added.map(({ heading, value }) => [heading, value(row)])).toEqual([
    ["Further phones", "+254733000222"],
    ["Further emails", "home@mail.test"],
  ]);
  expect(pageColumns(organisations.columns(facts)).filter(({ name }) => name.startsWith("further"))).toEqual([]);
});

test("who else has one is said with a link, beside the one that they have", async () => {
  const other = { id: 9, kind: "lead" as const, name: "Brian Otieno", key: "+254733000222", is_primary: true };
  const html = await render(<PointsCard record={record(further)} others={[other]} last={undefined} />);
  const lines = [...html.matchAll(/<li.*?<\/li>/g)].map(([line]) => line);
  expect(lines.map((line) => line.includes("/crm/lead/9"))).toEqual([false, false, true]);
});

test("what was refused stays in its field with the reason; with as many as there can be there is no form", async () => {
  const reply = { error: { value: ["This number can't be used."] }, initialValue: { value: "12" }, fields: ["value"] };
  const html = await render(<PointsCard record={record(further)} others={[]} last={{ reply } as never} />);
  expect(html).toMatch(/<input[^>]*value="12"/);
  expect(html).toContain("This number can&#x27;t be used.");
  const many = Array.from({ length: maxPoints }, (_, at) => point(at + 10, `+2547330001${at + 10}`));
  const full = await render(<PointsCard record={record(many)} others={[]} last={undefined} />);
  expect(full).not.toContain('name="value"');
});

test("the files of leads and contacts have a column of further phones and one of further emails, the pages have none", () => {
  const facts = { zone: "UTC", stages: [], managers: [], fields: [], organisation: [] } as never;
  const row = record([...further, point(3, "+254733000333"), point(4, "home@mail.test")]) as never;
  for (const list of [leads, contacts]) {
    const added = fileColumns(list.columns(facts)).filter(({ name }) => name.startsWith("further"));
    expect(added.map(({ heading, value }) => [heading, value(row)])).toEqual([
      ["Further phones", "+254733000222; +254733000333"],
      ["Further emails", "home@mail.test"],
    ]);
    expect(pageColumns(list.columns(facts)).filter(({ name }) => name.startsWith("further"))).toEqual([]);
  }
  expect(fileColumns(deals.columns(facts)).filter(({ name }) => name.startsWith("further"))).toEqual([]);
});

test("a number or address says whether it is written to; who may stop that has a button, or the way to the list", async () => {
  const willing = { opted_out: false, source: "", at: null };
  const stopped = { opted_out: true, source: "Stopped promotions in WhatsApp", at: "2026-11-26T08:00:00.000Z" };
  const said = [
    { contact: "+254722000111", opted_out: false, whatsapp_marketing: stopped, last: null },
    {
      ...{ contact: "+254733000222", opted_out: true, whatsapp_marketing: willing },
      last: { change: "out" as const, source: "Texted STOP", by: "", at: "2026-11-27T08:00:00.000Z" },
    },
    { contact: "amina@duka.test", opted_out: null, whatsapp_marketing: null, last: null },
  ];
  const show = (may: boolean) =>
    render(
      <PointsCard
        record={record(further)}
        consents={{ said, mayStop: { phone: may, email: may }, zone: "Africa/Nairobi" }}
        last={undefined}
      />,
    );
  const html = await show(true);
  expect(html).toContain("May be messaged");
  expect(html).toContain("No marketing on WhatsApp");
  expect(html).toContain("Stopped promotions in WhatsApp");
  expect(html).toContain("No SMS or WhatsApp broadcasts");
  expect(html).toContain("Texted STOP");
  expect(html).toContain("could not be checked");
  const stops = [...html.matchAll(/<form.*?<\/form>/g)].map(([form]) => form).filter((form) => form.includes('"stop"'));
  expect(stops).toHaveLength(1);
  expect(stops[0]).toContain('name="contact" value="+254722000111"');
  expect(html).toContain('href="/contacts/blacklist?q=%2B254733000222"');
  const seen = await show(false);
  expect(seen).toContain("No SMS or WhatsApp broadcasts");
  expect(seen).not.toContain('value="stop"');
  expect(seen).not.toContain("/contacts/blacklist");
});
