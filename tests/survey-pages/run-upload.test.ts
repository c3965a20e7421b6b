import { describe, expect, test } from "vitest";
import { parseRunReturn, returnAddress, withGroup } from "../../app/kit/survey-runs/return-address";

describe("the contact base that an upload leads back to", () => {
  test.each([
    "/survey/configure/12/contact-base",
    "/whatsapp/inboxes/configure/12/contact-base?name=A%20b&days=1&days=2",
  ])("%s is one", (asked) => expect(parseRunReturn(asked)).toBe(asked));

  test.each([
    ...[
      "",
      undefined,
      "/",
      "/survey/configure/12",
      "/survey/configure/12/contact-base/x",
      "/survey/configure/x/contact-base",
    ],
    ...["//evil.test/survey/configure/12/contact-base", "https://evil.test/survey/configure/12/contact-base"],
    ...["/\\evil.test/survey/configure/12/contact-base", "/x/../survey/configure/12/contact-base"],
    ...["/survey/configure/12/contact-base?name=a\nb", "/logout", "javascript:alert(1)"],
  ])("%s is none", (asked) => expect(parseRunReturn(asked)).toBeUndefined());

  test("is its address without the upload, and with what was filled in", () => {
    expect(returnAddress("/survey/configure/3/contact-base", "?name=May&days=1&days=2&contacts=paste")).toBe(
      "/survey/configure/3/contact-base?name=May&days=1&days=2",
    );
    expect(returnAddress("/survey/configure/3/contact-base", "?contacts=file")).toBe(
      "/survey/configure/3/contact-base",
    );
  });

  test("has the new group in the place of the one that was chosen before", () => {
    expect(withGroup("/survey/configure/3/contact-base?name=May&group_id=4&days=1&days=2", 9)).toBe(
      "/survey/configure/3/contact-base?name=May&group_id=9&days=1&days=2",
    );
    expect(withGroup("/survey/configure/3/contact-base", 9)).toBe("/survey/configure/3/contact-base?group_id=9");
  });
});
