import { afterAll, beforeAll, expect, test } from "vitest";
import type { Permission } from "../../rules/access";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { keywordCalls } from "../../services/messaging/contract.keywords";
import { keywordHandlers } from "../../services/messaging/keywords/service";
import { ownKeywords } from "../../services/messaging/keywords/store";
import { freshDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

const people = {
  owner: person(),
  sender: person({ roles: [], permissions: ["Send bulk message"] as Permission[] }),
  other: person({ customer_account: "200002", name: "Otieno" }),
};
type Token = keyof typeof people;
type Answered = { status: number; body: Record<string, unknown> };

let database: Awaited<ReturnType<typeof freshDatabase>>;
let served: ReturnType<typeof serveCalls>;
const serveCalls = () =>
  serve(contract("messaging", keywordCalls), keywordHandlers(database), {
    ...surroundings(people),
    log: { error: () => undefined },
  });
beforeAll(async () => {
  database = await freshDatabase();
  served = serveCalls();
});
afterAll(() => database.drop());

const read = async (token: Token = "owner") =>
  (await served.call("keywords", {} as never, caller(token))) as unknown as Answered;
const save = async (body: object, token: Token = "owner") =>
  (await served.call("setKeywords", { body } as never, caller(token))) as unknown as Answered;

test("an account that has set none has the fixed words only", async () => {
  expect((await read("other")).body).toEqual({ stop: [], start: [], help: [], changed_by: "", changed_at: null });
});

test("words of its own are kept in capitals, in the activities, and are no other account's", async () => {
  const saved = await save({ stop: ["wacha", " Achana "], start: ["Rudisha"], help: [] });
  expect(saved).toMatchObject({
    status: 200,
    body: { stop: ["WACHA", "ACHANA"], start: ["RUDISHA"], help: [], changed_by: "Wanjiru Maina" },
  });
  expect((await read()).body).toEqual(saved.body);
  expect((await read("other")).body.stop).toEqual([]);
  const said = await inAccount(database.db, "100001", (trx) =>
    trx.selectFrom("events.activities").select(["action", "by", "description"]).execute(),
  );
  expect(said).toEqual([
    {
      action: "Opt-out words changed",
      by: "Wanjiru Maina",
      description: "The account's own words are STOP: WACHA, ACHANA; START: RUDISHA; HELP: none",
    },
  ]);
  await save({ stop: ["wacha"] });
  expect((await read()).body).toMatchObject({ stop: ["WACHA"], start: [], help: [] });
});

test.each([
  [{ stop: ["wacha hizo"] }, "stop", "“wacha hizo” is not one word of letters."],
  [{ stop: ["2"] }, "stop", "“2” is not one word of letters."],
  [{ stop: ["x"] }, "stop", "X must have 2 to 20 letters."],
  [{ help: ["stop"] }, "help", "STOP always counts: it can't be added or changed."],
  [{ start: ["Asante"] }, "start", "ASANTE is part of ordinary answers, so it can't be used."],
  [{ stop: ["wacha"], start: ["WACHA"] }, "start", "WACHA is listed twice."],
  [
    { stop: Array.from({ length: 51 }, (_, n) => `basi${String.fromCharCode(97 + (n % 26))}${n > 25 ? "x" : ""}`) },
    "stop",
    "At most 50 words.",
  ],
])("%j is refused in words, and what was saved stays", async (body, wish, words) => {
  const before = await inAccount(database.db, "100001", (trx) => ownKeywords(trx, "100001"));
  expect(await save(body)).toMatchObject({ status: 422, body: { errors: { [wish]: [words] } } });
  expect(await inAccount(database.db, "100001", (trx) => ownKeywords(trx, "100001"))).toEqual(before);
});

test("only whoever manages the settings reads or changes them", async () => {
  expect((await read("sender")).status).toBe(403);
  expect((await save({ stop: ["basi"] }, "sender")).status).toBe(403);
});
