import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identityService } from "../../services/identity/service";
import { recordActivity } from "../../services/kit/activities";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

const people = {
  owner: person(),
  supervisor: person({ id: "3", roles: [{ name: "Supervisor" }], permissions: ["View user activities"] }),
  agent: person({ id: "4", roles: [{ name: "Agent" }], permissions: ["View user"] }),
  other: person({ id: "9", customer_account: "200002" }),
};
let database: TestDatabase;
const ask = (who: keyof typeof people) =>
  inProcess(identityService(database, "jibu-web", surroundings(people)), caller(who));
const mine = { params: { account: "100001" } };

beforeAll(async () => {
  database = await freshDatabase();
  await inAccount(database.db, "100001", async (trx) => {
    for (let n = 0; n < 60; n++)
      await recordActivity(
        trx,
        "100001",
        n % 3 === 0 ? "system" : { id: n % 3 === 1 ? "3" : "4", name: `P${n % 3}`, address: "10.0.0.1" },
        {
          action: n % 2 === 0 ? "Role changed" : "Role created",
          description: `Thing ${n}`,
          subject: "role",
          subject_id: String(n),
        },
      );
  });
  await inAccount(database.db, "200002", (trx) =>
    recordActivity(trx, "200002", "system", { action: "Retention applied", description: "of another account" }),
  );
  // Half of them in one transaction's moment, the other half a microsecond apart, so that the order must hold both ways.
  await asOwner(
    database.url,
    `select set_config('app.account', '100001', false);
     update events.activities set at = timestamptz '2026-11-20 20:59:59.999990+00' + (case when id > 30 then id else 0 end) * interval '1 microsecond'`,
  );
});
afterAll(() => database.drop());

async function page(query: object, who: keyof typeof people = "supervisor") {
  const answer = await ask(who).activities({ ...mine, query });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return answer.body;
}

describe("GET activities/{account}", () => {
  test("is for who holds View user activities, and for one's own account whatever the path says", async () => {
    expect((await ask("agent").activities(mine)).status).toBe(403);
    expect((await ask("owner").activities(mine)).status).toBe(200);
    expect((await ask("other").activities(mine)).status).toBe(404);
    const theirs = await ask("other").activities({ params: { account: "200002" } });
    expect(theirs.status === 200 && theirs.body.data.map(({ action }) => action)).toEqual(["Retention applied"]);
  });

  test("pages by key forwards and back, each row once, newest first", async () => {
    const all = (await page({ per_page: 100 })).data.map(({ id }) => id);
    expect(all).toHaveLength(60);
    expect(all).toEqual([...all].sort((a, b) => b - a));
    const seen: number[][] = [];
    let at = await page({ per_page: 7 });
    for (;;) {
      seen.push(at.data.map(({ id }) => id));
      if (!at.next) break;
      at = await page({ per_page: 7, page: at.current_page + 1, after: at.next });
    }
    expect(seen.flat()).toEqual(all);
    for (let back = seen.length - 2; back >= 0; back--) {
      expect(at.previous).not.toBeNull();
      at = await page({ per_page: 7, page: back + 1, before: at.previous });
      expect(at.data.map(({ id }) => id)).toEqual(seen[back]);
    }
    expect(at.previous).toBeNull();
    expect((await page({ per_page: 7, page: 3 })).data.map(({ id }) => id)).toEqual(seen[2]);
    expect((await page({ after: "nonsense'; select 1" })).data).toHaveLength(25);
  });

  test("filters by person, by the system, by action, and by days of one's own zone", async () => {
    expect((await page({ user: "3" })).total).toBe(20);
    expect((await page({ user: "system" })).data.every(({ user_id, by }) => user_id === null && by === "Jibu")).toBe(
      true,
    );
    expect((await page({ action: "Role changed" })).total).toBe(30);
    expect((await page({ user: "3", action: "Role changed" })).total).toBe(10);
    expect((await page({ user: "999" })).total).toBe(0);
    // 23:59:59.99999 in Nairobi: the first thirty on the 20th, from the fortieth on the 21st.
    expect((await page({ from: "2026-11-20", to: "2026-11-20" })).total).toBe(30);
    expect((await page({ from: "2026-11-21" })).total).toBe(30);
    expect((await page({ to: "2026-11-19" })).total).toBe(0);
    expect((await page({ from: "2026-02-31", to: "x", user: "x".repeat(99) })).total).toBe(60);
  });

  test("says for the filters who did anything, and what was done", async () => {
    const answer = await ask("supervisor").activityChoices(mine);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        actions: ["Role changed", "Role created"],
        people: [
          { id: "3", name: "P1" },
          { id: "4", name: "P2" },
        ],
      },
    });
    expect((await ask("agent").activityChoices(mine)).status).toBe(403);
  });
});
