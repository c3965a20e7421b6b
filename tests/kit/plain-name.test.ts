import { describe, expect, test } from "vitest";
import { greeting, isPlain, isPlainCompany } from "../../services/kit/plain-name";

describe("a name that goes out in our mails", () => {
  test.each(["Wanjiru Maina", "Ng'ang'a", "O’Brien-Mwangi", "Dr. Asha"])("%j is a person's", (name) => {
    expect([isPlain(name), greeting(name)]).toEqual([true, `Hello ${name},`]);
  });

  test.each(["M&M Traders (2020) Ltd", "Account 100001", "Duka la Mama, Nakuru", "24 Hour Clinic"])(
    "%j is a company's",
    (name) => expect(isPlainCompany(name)).toBe(true),
  );

  test.each([
    "http://evil.example",
    "evil.example",
    "Win 90000 at evil.example",
    "Call 0722000001",
    "a@b.test",
    "Asha\nBcc: x",
    "<b>Asha</b>",
    "A".repeat(61),
    "",
  ])("%j is neither", (name) => {
    expect([isPlain(name), isPlainCompany(name), greeting(name)]).toEqual([false, false, "Hello,"]);
  });
});
