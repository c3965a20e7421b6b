import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type WebchatFixture, webchatFixture } from "./fixture";

let fixture: WebchatFixture;
beforeAll(async () => {
  fixture = await webchatFixture();
}, 60_000);
afterAll(() => fixture.end());

describe("a visitor who is erased", () => {
  test("their session ends, nothing of them stays, and another visitor of the same site goes on", async () => {
    const { key } = await fixture.application();
    const mwende = await fixture.visitor(key);
    const juma = await fixture.visitor(key, "Juma Otieno");
    const saved = await fixture
      .chat("joy")
      .contact({ params: { id: mwende.contact } })
      .then((answer) => (answer.status === 200 ? answer.body.contact : undefined));
    const whom = { msisdn: "+254722000001", email: null };
    const named = await fixture
      .chat("joy")
      .savePerson({ params: { id: saved?.person_id ?? 0 }, body: { msisdn: whom.msisdn } });
    expect(named.status).toBe(201);
    expect((await fixture.inside().erasePerson({ body: whom })).status).toBe(409);
    expect((await fixture.visit("/thread", { token: mwende.token })).status).toBe(200);
    expect((await fixture.visit("/end", { token: mwende.token, body: {} })).status).toBe(201);

    expect(await fixture.inside().erasePerson({ body: whom })).toMatchObject({ status: 200 });
    expect((await fixture.visit("/thread", { token: mwende.token })).status).toBe(401);
    expect((await fixture.visit("/thread", { token: juma.token })).status).toBe(200);
    expect(await fixture.rows("select external_id from webchat.visitors")).toHaveLength(1);
    expect(JSON.stringify(await fixture.rows("select * from chat.people"))).not.toMatch(/mwende|722000001/i);
  });
});
