import { describe, expect, test } from "vitest";
import { loadCustomer, parseWho } from "../../app/kit/customer/load.server";
import type { CustomerSource } from "../../app/kit/customer/sources.server";
import type { CustomerProfile } from "../../services/kit/contract.customer";

const url = (who: string) => new URL(`http://jibu.test/customer?who=${encodeURIComponent(who)}`);
const nothing: CustomerProfile = { names: [], phones: [], emails: [], facts: [], tasks: [] };
const at = "2026-11-25T08:00:00.000000Z";
const event = { at, kind: "note" as const, record: 1, title: "", text: "", state: "lead", by: "" };
/** A viewer for whom people have said this of numbers and addresses. */
function knowing(links: { first: string; second: string; relation: "same" | "different" }[]) {
  const data = links.map((link, id) => ({ ...link, id, by: "Wanjiru", at: "2026-11-25T08:00:00Z" }));
  const customerLinks = async () => ({ status: 200, body: { data } });
  return { api: { crm: { customerLinks } } as never, viewer: {} as never, from: { report: () => undefined } };
}
const given = knowing([]);

function source(name: string, profile: Partial<CustomerProfile>, asked: string[] = []): CustomerSource {
  return {
    ...{ part: "sales", name, may: () => true },
    profile: async (_, { query }) => {
      asked.push(query.phones);
      return { status: 200, body: { ...nothing, ...profile } };
    },
    events: async () => ({ status: 200, body: { data: [{ ...event, title: name }], more: false } }),
  };
}

describe("whom the address asks for", () => {
  test("numbers in any spelling and addresses in any case", () => {
    expect(parseWho(url("0722 000 111, Asha@Mail.test, +254722000111")).known).toEqual({
      phones: ["+254722000111"],
      emails: ["asha@mail.test"],
    });
  });

  test("what is neither is told, and kept as it was typed", () => {
    expect(parseWho(url("0722 00"))).toMatchObject({ typed: "0722 00", wrong: expect.stringContaining("0722 00") });
    expect(parseWho(url("asha@"))).toMatchObject({ wrong: expect.stringContaining("name@example.com") });
    expect(parseWho(url(""))).toEqual({ typed: "", known: { phones: [], emails: [] } });
  });
});

test("a part that fails, hangs or is not the viewer's takes nothing from the others", async () => {
  const broken: CustomerSource = {
    ...source("Broken", {}),
    profile: () => Promise.reject(new Error("down")),
    events: async () => ({ status: 503, body: { status: 503, message: "away" } }),
  };
  const refused: CustomerSource = {
    ...source("Refused", {}),
    profile: async () => ({ status: 403, body: { status: 403, message: "no" } }),
    events: async () => ({ status: 403, body: { status: 403, message: "no" } }),
  };
  const hidden = { ...source("Hidden", { names: ["Never"] }), may: () => false };
  const sources = [broken, refused, hidden, source("Fine", { names: ["Asha"] })];
  const found = await loadCustomer(given, parseWho(url("0722000111")), { sources });
  expect(found).toMatchObject({ name: "Asha", failed: ["Broken"] });
  expect(found.events.map(({ title }) => title)).toEqual(["Fine"]);
});

test("the numbers that a part knows are asked for everywhere, and what these lead to is not followed further", async () => {
  const asked: string[] = [];
  const family = source("Family", { phones: ["+254722000222"] }, asked);
  const found = await loadCustomer(given, parseWho(url("0722000111")), { sources: [family] });
  expect(asked).toEqual(["+254722000111", "+254722000111,+254722000222"]);
  expect(found.phones).toEqual(["+254722000111", "+254722000222"]);
});

describe("numbers and addresses that were joined or set apart by hand", () => {
  const [amina, work, brother] = ["+254722000111", "+254733000222", "+254711000333"];

  test("a joined one is asked for everywhere, and told with who joined it", async () => {
    const asked: string[] = [];
    const joined = knowing([{ first: amina, second: work, relation: "same" }]);
    const found = await loadCustomer(joined, parseWho(url(amina)), { sources: [source("CRM", {}, asked)] });
    expect(asked).toEqual([`${amina},${work}`]);
    expect(found.phones).toEqual([amina, work]);
    expect(found.keys[1]).toMatchObject({ key: work, link: { by: "Wanjiru", relation: "same" } });
  });

  test("one that a part has beside it is left out when it is set apart", async () => {
    const apart = knowing([{ first: amina, second: brother, relation: "different" }]);
    const sources = [source("Family", { phones: [brother, work] })];
    const found = await loadCustomer(apart, parseWho(url(amina)), { sources });
    expect(found.phones).toEqual([amina, work]);
    expect(found.keys[1]).toMatchObject({ key: work, parts: ["Family"], link: undefined });
    expect(found.apart).toMatchObject([{ key: brother, link: { relation: "different" } }]);
  });

  test("when they can't be read, the page says so and shows everything else", async () => {
    const broken = {
      ...given,
      api: { crm: { customerLinks: () => Promise.reject(new Error("down")) } } as never,
    };
    const found = await loadCustomer(broken, parseWho(url(amina)), { sources: [source("Fine", { names: ["Asha"] })] });
    expect(found).toMatchObject({ name: "Asha", failed: ["Joined numbers and addresses"] });
  });

  test("someone who may not read them sees the customer as records have them", async () => {
    const refusing = {
      ...given,
      api: { crm: { customerLinks: async () => ({ status: 403, body: { status: 403, message: "no" } }) } } as never,
    };
    const found = await loadCustomer(refusing, parseWho(url(amina)), { sources: [source("Fine", {})] });
    expect(found).toMatchObject({ phones: [amina], failed: [] });
  });
});
