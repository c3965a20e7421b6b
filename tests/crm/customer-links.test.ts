import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CustomerLink } from "../../services/crm/contract.customers";
import type { PointMatch } from "../../services/crm/contract.points";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

let numbers = 0;
/** A number that no other test has. */
const newPhone = () => `+2547440${String(++numbers).padStart(5, "0")}`;

const say = (point: string, other: string, relation: string, token: Token = "owner") =>
  fixture.ask("linkCustomer", { body: { point, other, relation } }, token);
const links = async (points: string, token: Token = "owner") =>
  (await fixture.ask("customerLinks", { query: { points } }, token)).body.data as CustomerLink[];
const pairs = async (points: string, token: Token = "owner") =>
  (await links(points, token)).map(({ first, second, relation }) => `${first} ${relation} ${second}`);

describe("numbers and addresses that are joined by hand", () => {
  test("in any spelling, once, found from either end and through others, with who said so", async () => {
    const [mobile, work] = [newPhone(), newPhone()];
    const made = await say(mobile.replace("+254", "0"), "Amina@Mail.test", "same");
    expect(made).toMatchObject({
      status: 201,
      body: { first: mobile, second: "amina@mail.test", relation: "same", by: "Wanjiru Maina" },
    });
    await say("amina@mail.test", work, "same", "seller");
    await say(mobile, "AMINA@mail.test", "same");
    const all = [`${mobile} same amina@mail.test`, `${work} same amina@mail.test`].sort();
    for (const point of [mobile, work, "amina@mail.test"]) expect((await pairs(point)).sort()).toEqual(all);
    expect(await pairs(mobile, "other")).toEqual([]);
    expect(await pairs("")).toEqual([]);
  });

  test("are parted again by taking it back", async () => {
    const [one, other] = [newPhone(), newPhone()];
    const { body } = await say(one, other, "same");
    const undone = await fixture.ask("unlinkCustomer", { params: { id: body.id } }, "other");
    expect(undone.status).toBe(404);
    expect(await pairs(one)).toHaveLength(1);
    expect((await fixture.ask("unlinkCustomer", { params: { id: body.id } })).status).toBe(200);
    expect(await pairs(one)).toEqual([]);
    expect((await fixture.ask("unlinkCustomer", { params: { id: body.id } })).status).toBe(404);
  });

  test("what is said last of the same two counts", async () => {
    const [one, other] = [newPhone(), newPhone()];
    await say(one, other, "same");
    await say(other, one, "different");
    expect(await pairs(one)).toEqual([`${one} different ${other}`]);
    await say(one, other, "same");
    expect(await pairs(one)).toEqual([`${one} same ${other}`]);
  });

  test("what speaks against something else that was said is refused in words", async () => {
    const [one, other, third] = [newPhone(), newPhone(), newPhone()];
    await say(one, other, "same");
    await say(other, third, "same");
    expect(await say(one, third, "different")).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("through another number") },
    });
    const [alone, apart] = [newPhone(), newPhone()];
    await say(third, apart, "different");
    await say(apart, alone, "same");
    expect(await say(one, alone, "same")).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(apart) },
    });
    expect(await say(one, one.replace("+254", "0"), "same")).toMatchObject({ status: 422 });
    expect(await say(one, "0722", "same")).toMatchObject({
      status: 422,
      body: { errors: { other: [expect.any(String)] } },
    });
  });

  test("at most ten, also when two say so at once", async () => {
    const [first, ...others] = Array.from({ length: 12 }, newPhone) as [string, ...string[]];
    const said = await Promise.all(others.map((other) => say(first, other, "same")));
    expect(said.map(({ status }) => status).sort()).toEqual([...Array(9).fill(201), 409, 409]);
    expect(await pairs(first)).toHaveLength(9);
  });
});

test("a call from a joined number is known by the record that has the other one, after those that have it themselves", async () => {
  const [known, other] = [newPhone(), newPhone()];
  const lead = await fixture.lead({ name: "Amina Hassan", phone: known });
  await say(known, other, "same");
  const matches = async (query: object) =>
    ((await fixture.ask("recordsWithPoint", { query })).body.data as PointMatch[]).map(({ id }) => id);
  expect(await matches({ points: other })).toEqual([]);
  expect(await matches({ points: other, joined: "1" })).toEqual([lead.id]);
  const own = await fixture.lead({ name: "Her shop", phone: other });
  expect(await matches({ points: other, joined: "1" })).toEqual([own.id]);
});

test("an erasure takes what is said of the person's number and address, and an archive has it", async () => {
  const [theirs, beside, elsewhere] = [newPhone(), newPhone(), newPhone()];
  await say(theirs, beside, "same");
  await say(beside, elsewhere, "different");
  const whom = { msisdn: theirs, email: null };
  const data = await fixture.ask("personData", { body: whom }, "service");
  expect(JSON.stringify(data.body)).toContain(beside);
  expect((await fixture.ask("erasePerson", { body: whom }, "service")).status).toBeLessThan(300);
  expect(await pairs(theirs)).toEqual([]);
  expect(await pairs(beside)).toEqual([`${beside} different ${elsewhere}`]);
});
