import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";
import { addAccount, peopleOf } from "./people.fixtures";

const account = "810001";
let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let made: Awaited<ReturnType<typeof addAccount>>;

beforeAll(async () => {
  database = await freshDatabase();
  people = peopleOf(database);
  made = await addAccount(database, account, [
    { name: "Wanjiru", role: "Owner" },
    { name: "Halima", role: "Super Admin" },
    { name: "Kevin", role: "Agent" },
  ]);
});
afterAll(() => database.drop());

const as = (name: string) => people.ask(made[name]?.token ?? "");
const idFor = (name: string) => made[name]?.id ?? 0;

/** Turned on already, as by a code of the app. */
function turnOn(name: string) {
  return inAccount(database.db, account, (trx) =>
    trx
      .insertInto("identity.second_factors")
      .values({
        customer_account: account,
        user_id: idFor(name),
        secret: Buffer.from("sealed"),
        confirmed_at: new Date(),
      })
      .execute(),
  );
}

async function mailsTo(to: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await asOwner(database.url, "select payload from graphile_worker._private_jobs j order by j.id");
  return rows.map(({ payload }) => payload).filter((payload) => payload.to === to);
}

test("an administrator turns off the second step of someone who lost their phone, who is told by email", async () => {
  await turnOn("Kevin");
  const params = { id: idFor("Kevin") };
  expect((await as("Halima").member({ params })).body).toMatchObject({ two_factor: true });
  expect(await as("Halima").dropMemberFactor({ params })).toMatchObject({ status: 201, body: { two_factor: false } });
  const [mail] = await mailsTo(made.Kevin?.email ?? "");
  expect(mail?.subject).toBe("Two-factor sign-in turned off for your Jibu account");
  expect(mail?.text).toContain("Halima turned it off");
  expect((await as("Halima").dropMemberFactor({ params })).status).toBe(409);
});

test("no one turns off their own this way, nor that of someone with a higher role", async () => {
  await turnOn("Wanjiru");
  await turnOn("Halima");
  for (const [who, whose] of [
    ["Halima", "Wanjiru"],
    ["Halima", "Halima"],
    ["Kevin", "Halima"],
  ] as const)
    expect((await as(who).dropMemberFactor({ params: { id: idFor(whose) } })).status).toBe(403);
  expect((await as("Wanjiru").member({ params: { id: idFor("Halima") } })).body).toMatchObject({ two_factor: true });
});
