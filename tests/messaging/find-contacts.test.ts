import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FoundContact } from "../../services/messaging/contract.found";
import { asOwnerOf } from "../setup/database";
import { contactsStage, lakeside, type Stage, savanna, type Token } from "./contacts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await contactsStage();
  await put("Old shops", "owner", { phone: "0712345678", name: "Asha Njeri" }, { phone: "0733000111", name: "Njeri" });
  await put("Dukas", "owner", { phone: "0712345678", name: "Asha Njeri" }, { phone: "0711000222", name: "100%_'Sure" });
  await put("Theirs", "other", { phone: "0712345678", name: "Asha of Lakeside" });
});
afterAll(() => fixture.end());

async function put(name: string, token: Token, ...contacts: object[]): Promise<void> {
  const group_id = await fixture.group(name, token);
  expect((await fixture.ask("addContacts", { body: { group_id, contacts } }, token)).body.refused).toEqual([]);
}

async function found(q: string, token: Token = "owner", limit?: number) {
  const answer = await fixture.send("findContacts", { query: { q, ...(limit ? { limit } : {}) } }, token);
  expect(answer.status).toBe(200);
  return answer.body as unknown as { data: FoundContact[]; more: boolean };
}
const names = async (q: string, token: Token = "owner") => (await found(q, token)).data.map(({ name }) => name);

describe.each(["few contacts, all of them read", "many contacts, found through the indexes"])("%s", (size) => {
  const many = size.startsWith("many");
  beforeAll(async () => {
    if (many)
      for (const account of [savanna, lakeside])
        await asOwnerOf(fixture.database.url, account, "update messaging.contact_groups set contacts = 50000");
  });

  test.each(["0712 345 678", "+254712345678", "254 712 345678", "712345678", "0712-345"])(
    "%s finds the person once, in the newest of their groups",
    async (q) => {
      expect((await found(q)).data).toMatchObject([
        { name: "Asha Njeri", msisdn: "+254712345678", group_name: "Dukas", contact_id: expect.any(Number) },
      ]);
    },
  );

  test("a name and a surname find, whatever their capitals", async () => {
    expect(await names("asha")).toEqual(["Asha Njeri"]);
    expect(await names("NJERI")).toEqual(["Asha Njeri", "Njeri"]);
  });

  test("there are no more than were asked for, and it is said that there are", async () => {
    expect(await found("njeri", "owner", 1)).toMatchObject({ data: [{ name: "Asha Njeri" }], more: true });
    expect((await found("njeri", "owner", 2)).more).toBe(false);
  });

  test("another account's contacts are not found", async () => {
    expect(await names("lakeside")).toEqual([]);
    expect(await names("0712345678", "other")).toEqual(["Asha of Lakeside"]);
  });

  test.each(["", "%", "_", "'", "\\", "\ud83d", "x".repeat(10_000)])("%j is no pattern and no fault", async (q) => {
    const all = await names(q);
    expect(all.length).toBeLessThan(2);
    if (many) expect(all).toEqual([]);
  });
});

test("only who may open the contacts finds them", async () => {
  const status = async (token: Token) => (await fixture.send("findContacts", { query: { q: "asha" } }, token)).status;
  expect(await status("guest")).toBe(401);
  for (const token of ["nobody", "sender", "unsold"] as const) expect(await status(token)).toBe(403);
});
