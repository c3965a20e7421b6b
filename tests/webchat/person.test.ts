import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stage, webchatStage } from "./stage";

let stage: Stage;
beforeAll(async () => {
  stage = await webchatStage();
}, 60_000);
afterAll(() => stage.end());

describe("a visitor who is erased", () => {
  test("their session ends, nothing of them stays, and another visitor of the same site goes on", async () => {
    const { key } = await stage.application();
    const mwende = await stage.visitor(key);
    const juma = await stage.visitor(key, "Juma Otieno");
    const saved = await stage
      .chat("joy")
      .contact({ params: { id: mwende.contact } })
      .then((answer) => (answer.status === 200 ? answer.body.contact : undefined));
    const whom = { msisdn: "+254722000001", email: null };
    const named = await stage
      .chat("joy")
      .savePerson({ params: { id: saved?.person_id ?? 0 }, body: { msisdn: whom.msisdn } });
    expect(named.status).toBe(201);
    expect((await stage.inside().erasePerson({ body: whom })).status).toBe(409);
    expect((await stage.visit("/thread", { token: mwende.token })).status).toBe(200);
    expect((await stage.visit("/end", { token: mwende.token, body: {} })).status).toBe(201);

    expect(await stage.inside().erasePerson({ body: whom })).toMatchObject({ status: 200 });
    expect((await stage.visit("/thread", { token: mwende.token })).status).toBe(401);
    expect((await stage.visit("/thread", { token: juma.token })).status).toBe(200);
    expect(await stage.rows("select external_id from webchat.visitors")).toHaveLength(1);
    expect(JSON.stringify(await stage.rows("select * from chat.people"))).not.toMatch(/mwende|722000001/i);
  });
});
