import { expect, test } from "vitest";
import { maxBytes as fileOfRows } from "../../app/kit/upload/upload-limits";
import { bodies } from "../../front/bodies";
import { bodyLimit } from "../../front/bounds";
import { fileLimits } from "../../rules/files";

const form = "multipart/form-data; boundary=x";

test.each([
  ["ticket", "/ticketing/new"],
  ["ticket", "/ticketing/show/898/comments"],
  ["ticket", "/ticketing/show/898/details"],
  ["chat", "/chat/inbox"],
  ["chat", "/chat/settings/canned-responses/new"],
  ["sender", "/sms/settings/sender/new"],
  ["slip", "/settings/selfcare/request/new"],
  ["issue", "/issues/create"],
] as const)("a form with %s files takes all that it promises: %s", (purpose, path) => {
  const { files, maxBytes } = fileLimits[purpose];
  expect(bodyLimit(bodies)(path, form)).toBeGreaterThan(files * maxBytes);
  expect(bodyLimit(bodies)(`${path}.data`, form)).toBeGreaterThan(files * maxBytes);
});

test("the same pages take no more than others when no file is in it", () => {
  for (const path of ["/chat/inbox", "/chat/settings/canned-responses/new", "/sms/settings/sender/new"])
    expect(bodyLimit(bodies)(path, "application/x-www-form-urlencoded")).toBe(1_000_000);
});

test.each([
  ...["/contacts/contact-group/upload", "/contacts/blacklist/import", "/crm/import/new", "/sms/express"],
  ...["/voice/settings/uploads/new", "/survey_old/import/new"],
  ...["/api/messaging/uploads/contacts-group", "/api/messaging/blacklist/import", "/api/messaging/express/lists"],
  ...["/api/crm/imports", "/api/voice/uploads/contacts-group", "/api/survey/old/imports"],
])("a file of rows may be as large as is promised: %s", (path) => {
  expect(bodyLimit(bodies)(path, form)).toBeGreaterThan(fileOfRows);
  expect(bodyLimit(bodies)(`${path}.data`, form)).toBeGreaterThan(fileOfRows);
});

test("beside a file of rows, and below its page, nothing larger than elsewhere is taken", () => {
  expect(bodyLimit(bodies)("/survey_old/import/new", "application/x-www-form-urlencoded")).toBe(1_000_000);
  expect(bodyLimit(bodies)("/sms/express/7", form)).toBe(1_000_000);
});
