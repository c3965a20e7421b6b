import { describe, expect, test } from "vitest";
import { mailDomain, organisationMatch, readWebsite, websiteDomain } from "../../rules/organisations";

const none = { name_key: "", domain: "", phone: "", email_key: "" };

describe("whether an organisation may be there already", () => {
  test.each([
    [{ name_key: "bidii foods" }, { name_key: "bidii foods" }, ["name"]],
    [{ domain: "bidii.co.ke" }, { domain: "bidii.co.ke" }, ["website"]],
    [{ phone: "+254712000111" }, { phone: "+254712000111" }, ["phone"]],
    [{ email_key: "info@bidii.test" }, { email_key: "info@bidii.test" }, ["email"]],
    // Any number or address of one is any of the other.
    [{ phone: "+254712000111" }, { phone: "+254712000222", further: ["+254712000111"] }, ["phone"]],
    [
      { further: ["b@bidii.test"] },
      { email_key: "a@bidii.test", further: ["c@bidii.test", "b@bidii.test"] },
      ["email"],
    ],
    [{ further: ["+254712000333"] }, { further: ["+254712000444"] }, []],
    // One name has all words of the other, or a slip of the pen.
    [{ name_key: "bidii foods" }, { name_key: "bidii foods kenya" }, ["near name"]],
    [{ name_key: "kilonzo hardware" }, { name_key: "kilonso hardware" }, ["near name"]],
    [
      { name_key: "bidii foods", phone: "+254712000111" },
      { name_key: "bidii", phone: "+254712000111" },
      ["phone", "near name"],
    ],
    // Too little to go by.
    [{ name_key: "duka" }, { name_key: "soko" }, []],
    [{ name_key: "abc" }, { name_key: "abc kenya" }, []],
    [{}, {}, []],
  ])("%o and %o: %o", (one, other, reasons) => {
    expect(organisationMatch({ ...none, ...one }, { ...none, ...other })).toEqual(reasons);
  });
});

describe("a website", () => {
  test.each([
    ["www.bidii.co.ke", "https://www.bidii.co.ke", "bidii.co.ke"],
    ["https://Bidii.co.ke/about", "https://bidii.co.ke/about", "bidii.co.ke"],
    ["http://shop.bidii.co.ke/", "http://shop.bidii.co.ke", "shop.bidii.co.ke"],
  ])("%s is a link of a domain", (typed, website, domain) => {
    expect(readWebsite(typed)).toBe(website);
    expect(websiteDomain(website)).toBe(domain);
  });

  test.each(["bidii", "10.0.0.1", "javascript:alert(1)", "https://me:secret@bidii.co.ke", "two words.co.ke"])(
    "%s is none",
    (typed) => expect(readWebsite(typed)).toBeUndefined(),
  );

  test("the domain of an address is an organisation's own, unless it is of a public mail service", () => {
    expect(mailDomain("Asha@Bidii.co.ke")).toBe("bidii.co.ke");
    expect(mailDomain("asha@gmail.com")).toBe("");
    expect(mailDomain("")).toBe("");
  });
});
