import { expect, test } from "vitest";
import { Closed } from "../../app/kit/money/closed";
import { parseRoleId, parseUserId } from "../../app/settings/people/users.server";
import { render } from "../kit-ui/render";

async function thrownBy(work: () => unknown): Promise<string> {
  try {
    work();
  } catch (thrown) {
    return thrown instanceof Response ? thrown.text() : String(thrown);
  }
  return "";
}

test("an address that names no role speaks of a role, one that names no person of a person", async () => {
  expect(parseRoleId("3")).toBe(3);
  expect(await thrownBy(() => parseRoleId("abc"))).toBe("There is no such role in this account.");
  expect(await thrownBy(() => parseUserId("abc"))).toBe("There is no such person in this account.");
});

test("below the balance, which everyone sees, only payments and invoices are said to be closed", async () => {
  const html = (await render(<Closed to="look" />)).replaceAll("&#x27;", "'");
  expect(html).toContain("You cannot see this account's payments and invoices");
});
