import { expect, test } from "vitest";
import type { Viewer } from "../../app/access";
import { withRecord } from "../../app/shell/missing.server";

const viewer = {
  roles: [{ name: "Owner" }],
  permissions: [],
  products: [{ name: "Ticketing" }, { name: "SMS" }],
} as unknown as Viewer;
const gone = (words: string) => new Response(words, { status: 404 });

async function said(thrown: unknown): Promise<unknown> {
  return thrown instanceof Response ? thrown.json() : thrown;
}

test("a record that is not there is named, with the way back to its list", async () => {
  const url = new URL("http://test.local/ticketing/show/99999999");
  const where = { path: "/ticketing/show/:index" as const, params: { index: "99999999" }, url, viewer };
  const answer = await withRecord(gone("There is no such ticket."), where);
  expect(answer).toMatchObject({ status: 404 });
  expect(await said(answer)).toEqual({
    words: "Ticket 99999999 does not exist or was deleted.",
    back: { label: "Tickets", to: "/ticketing/tickets" },
  });
});

test("the number may be in the query, and what is odd in it is not shown", async () => {
  const url = new URL("http://test.local/settings/groups/role_permissions?id=12");
  const where = { path: "/settings/groups/role_permissions" as const, params: {}, url, viewer };
  expect(await said(await withRecord(gone("There is no such role in this account."), where))).toMatchObject({
    words: "Role 12 does not exist or was deleted.",
  });
  url.searchParams.set("id", "<b>12</b>");
  expect(await said(await withRecord(gone("There is no such role in this account."), where))).toMatchObject({
    words: "Role does not exist or was deleted.",
  });
});

test("a record inside another is named by its own number, and the way back leads to the other", async () => {
  const path = "/contacts/contact-group/details/contact" as const;
  const url = new URL(`http://test.local${path}?id=38&contact=999`);
  const where = { path, params: {}, url, viewer };
  expect(await said(await withRecord(gone("There is no such contact in this group."), where))).toEqual({
    words: "Contact 999 does not exist or was deleted.",
    back: { label: "Contacts of a group", to: "/contacts/contact-group/details?id=38" },
  });
  expect(await said(await withRecord(gone("There is no such contact group."), where))).toMatchObject({
    words: "Contact group 38 does not exist or was deleted.",
  });
});

test("of two numbers in the path, the one is told that belongs to what is missing", async () => {
  const path = "/whatsapp/bot/:id/answers/:answer" as const;
  const url = new URL("http://test.local/whatsapp/bot/12/answers/5");
  const where = { path, params: { id: "12", answer: "5" }, url, viewer };
  expect(await said(await withRecord(gone("There is no such WhatsApp number."), where))).toMatchObject({
    words: "WhatsApp number 12 does not exist or was deleted.",
  });
  expect(await said(await withRecord(gone("There is no such answer."), where))).toMatchObject({
    words: "Answer 5 does not exist or was deleted.",
  });
});

test("other answers, and what is downloaded, stay as they were", async () => {
  const url = new URL("http://test.local/sms/history.csv");
  const other = new Response(null, { status: 302 });
  const where = { path: "/sms/history.csv" as const, params: {}, url, viewer };
  expect(await withRecord(other, where)).toBe(other);
  const missing = gone("There is no such blast.");
  expect(await withRecord(missing, where)).toBe(missing);
});
