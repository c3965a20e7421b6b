import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type WebchatFixture, webchatFixture } from "./fixture";

let fixture: WebchatFixture;
beforeAll(async () => {
  fixture = await webchatFixture();
}, 60_000);
afterAll(() => fixture.end());

describe("applications, categories and questions (R146, calls.tsv webchat, statement M47)", () => {
  test("make, change and delete answer 201, lists show it", async () => {
    const ask = fixture.webchat("owner");
    const made = await ask.createApplication({
      body: { name: "Duka", domains: ["Shop.Example", "*.münchen.example"] },
    });
    expect(made.status).toBe(201);
    if (made.status !== 201) return;
    const { id, key, domains } = made.body.data;
    expect(key).toMatch(/^[0-9a-f]{30}$/);
    expect(domains).toEqual(["shop.example", "*.xn--mnchen-3ya.example"]);
    const inboxes = await fixture.chat("owner").inboxes({});
    expect(inboxes.status === 200 && inboxes.body.data).toContainEqual(
      expect.objectContaining({
        id: made.body.data.inbox_id,
        channel: "webchat",
        ref: key,
        name: "Duka",
        active: true,
      }),
    );

    const changed = await ask.updateApplication({ params: { id }, body: { name: "Duka letu", colour: "#FFCC00" } });
    expect(changed).toMatchObject({ status: 201, body: { data: { name: "Duka letu", colour: "#ffcc00", key } } });
    expect((await ask.deleteApplication({ params: { id } })).status).toBe(201);
    const left = await ask.applications({});
    expect(left.status === 200 && left.body.data.map((one) => one.id)).not.toContain(id);
    expect((await fixture.visit(`/frame?a=${key}`)).status).toBe(404);
    expect((await ask.updateApplication({ params: { id }, body: { name: "x" } })).status).toBe(404);
  });

  test("a taken name and a wrong site say so, and write nothing", async () => {
    const { name } = await fixture.application();
    const ask = fixture.webchat("owner");
    const before = await ask.applications({});
    const taken = await ask.createApplication({ body: { name: name.toUpperCase() } });
    expect(taken).toMatchObject({ status: 422, body: { errors: { name: [expect.stringContaining("already")] } } });
    const wrong = await ask.createApplication({ body: { name: "Other", domains: ["javascript:alert(1)"] } });
    expect(wrong.status).toBe(422);
    expect(await ask.applications({})).toEqual(before);
  });

  test("categories hold their questions; a question needs one", async () => {
    const ask = fixture.webchat("owner");
    const category = await ask.createFaqCategory({ body: { name: "Orders" } });
    if (category.status !== 201) throw new Error();
    const { id } = category.body.data;
    const body = { faq_category_id: id, question: "Where is my order?", answer: "On its way." };
    const faq = await ask.createFaq({ body });
    expect(faq).toMatchObject({
      status: 201,
      body: { data: { faq_category_id: id, published: true, language: "en" } },
    });
    if (faq.status !== 201) return;
    expect((await ask.createFaq({ body: { ...body, faq_category_id: 1 } })).status).toBe(422);
    expect(
      (await ask.updateFaq({ params: { id: faq.body.data.id }, body: { ...body, published: false } })).status,
    ).toBe(201);
    expect(await ask.faqCategories({})).toMatchObject({ body: { data: [{ id, faqs: [{ faq_category_id: id }] }] } });
    expect((await ask.updateFaqCategory({ params: { id }, body: { name: "Parcels" } })).status).toBe(201);
    const again = await Promise.all([1, 2, 3, 4].map(() => ask.createFaqCategory({ body: { name: "Returns" } })));
    expect(again.map(({ status }) => status).sort(), "one of four at once").toEqual([201, 422, 422, 422]);
    for (const one of again) if (one.status === 201) await ask.deleteFaqCategory({ params: { id: one.body.data.id } });
    expect((await ask.deleteFaqCategory({ params: { id } })).status).toBe(201);
    expect(await ask.faqs({})).toMatchObject({ status: 200, body: { data: [] } });
  });

  test("every change is in the activities of the account", async () => {
    const { name } = await fixture.application();
    const rows = await fixture.rows(
      "select action, description from events.activities where customer_account = '100001' order by id desc limit 1",
    );
    expect(rows).toEqual([
      { action: "Web chat application added", description: `Web chat application added: ${name}` },
    ]);
  });

  test("another account's are not there; without the permission nothing is", async () => {
    const { id } = await fixture.application();
    const other = fixture.webchat("lakeside");
    expect((await other.application({ params: { id } })).status).toBe(404);
    expect((await other.updateApplication({ params: { id }, body: { name: "Taken" } })).status).toBe(404);
    expect((await other.deleteApplication({ params: { id } })).status).toBe(404);
    expect((await other.newIdentitySecret({ params: { id } })).status).toBe(404);
    expect((await fixture.webchat("joy").applications({})).status).toBe(403);
    expect((await fixture.webchat("unsold").applications({})).status).toBe(403);
  });
});
