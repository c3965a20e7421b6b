import { expect, test } from "vitest";
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
