import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskPhone, noResult, normalisePhone, showPhone } from "../../rules/phone";
import { parsePhone } from "../../rules/phone.foreign";

const asha = "+254712345678";
const nbsp = "\u00a0";

const kenyan: [raw: string, e164: string][] = [
  ["0712345678", asha],
  ["712345678", asha],
  ["254712345678", asha],
  ["+254712345678", asha],
  ["00254712345678", asha],
  ["000254712345678", asha],
  ["+254 712 345 678", asha],
  ["+254-712-345-678", asha],
  ["+254.712.345.678", asha],
  ["+254 (712) 345-678", asha],
  ["(0712) 345 678", asha],
  ["[0712] 345678", asha],
  ["0712-345-678", asha],
  ["0712.345.678", asha],
  ["0712 345 678", asha],
  [" 0712345678 ", asha],
  [`0712${nbsp}345${nbsp}678`, asha],
  [`${nbsp}0712345678`, asha],
  ["0712\u2009345\u202f678", asha],
  ["0712\t345678", asha],
  ["0712345678\r\n", asha],
  ["0712–345–678", asha],
  ["0712—345678", asha],
  ["0712/345678", asha],
  ["0712_345_678", asha],
  ["0712,345,678", asha],
  ["254,712,345,678", asha],
  ["'0712345678", asha],
  ["’0712345678", asha],
  ["`0712345678", asha],
  ["'+254712345678", asha],
  ['"0712345678"', asha],
  ['="0712345678"', asha],
  ["712345678.0", asha],
  ["254712345678.0", asha],
  ["254712345678.00", asha],
  ["254712345678,0", asha],
  ["2.54712345678E+11", asha],
  ["2.54712345678e11", asha],
  ["2,54712345678E+11", asha],
  ["25.4712345678E+10", asha],
  ["7.12345678E+08", asha],
  ["7.12345678E+8", asha],
  ["2.547123456780E+11", asha],
  ["+2540712345678", asha],
  ["2540712345678", asha],
  ["+254 (0) 712 345 678", asha],
  ["254254712345678", asha],
  ["+254254712345678", asha],
  ["+254 254 0712345678", asha],
  ["+0712345678", asha],
  ["0254712345678", asha],
  ["tel:+254712345678", asha],
  ["whatsapp:+254712345678", asha],
  ["WhatsApp: 0712 345 678", asha],
  ["sms:0712345678", asha],
  ["TEL: 0712345678", asha],
  ["٠٧١٢٣٤٥٦٧٨", asha],
  ["۰۷۱۲۳۴۵۶۷۸", asha],
  ["०७१२३४५६७८", asha],
  ["０７１２３４５６７８", asha],
  ["＋２５４７１２３４５６７８", asha],
  ["\u202a+254 712 345 678\u202c", asha],
  ["\ufeff0712345678", asha],
  ["0712\u200b345678", asha],
  ["\u200e0712345678", asha],
  ["0712345678,", asha],
  ["0712345678.", asha],
  ["0110345678", "+254110345678"],
  ["110345678", "+254110345678"],
  ["+254 110 345 678", "+254110345678"],
  ["0100345678", "+254100345678"],
  ["0101 345 678", "+254101345678"],
  ["1.10345678E+08", "+254110345678"],
  ["0799999999", "+254799999999"],
  ["0700000000", "+254700000000"],
];

const refused: [raw: string, words: RegExp][] = [
  ["", /no phone number/],
  ["   ", /no phone number/],
  [nbsp, /no phone number/],
  ["-", /minus/],
  ["'", /no phone number/],
  ["N/A", /^no phone number$/],
  ["none", /^no phone number$/],
  ["O712345678", /letters/],
  ["07l2345678", /letters/],
  ["0712345678 Mary", /letters/],
  ["0712345678 ext 5", /letters/],
  ["0712345678@example.com", /email/],
  ["asha@example.co.ke", /email/],
  ["-712345678", /minus/],
  ["−712345678", /minus/],
  ["- 0712345678", /minus/],
  ["2.54712E+11", /Excel has shortened/],
  ["2.5471234567E+11", /Excel has shortened/],
  ["2.55E+11", /Excel has shortened/],
  ["7.12E+08", /Excel has shortened/],
  ["2.547123456785E+11", /decimal/],
  ["712345678.5", /decimal/],
  ["71234567.8", /decimal/],
  ["07123456", /too few/],
  ["071234567", /too few/],
  ["71234567", /too few/],
  ["25471234567", /too few/],
  ["+25471234567", /too few/],
  ["12345", /too few/],
  ["40404", /too few/],
  ["0", /too few/],
  ["000", /no digits/],
  ["+", /no digits/],
  ["07123456789", /too many/],
  ["7123456789", /too many/],
  ["2547123456789", /too many/],
  ["+2547123456789", /too many/],
  ["07123456780722418306", /perhaps two/],
  ["0712345678/0722418306", /more than one number/],
  ["0712345678, 0722418306", /more than one number/],
  ["0712345678;0722418306", /more than one number/],
  ["0712 345 678 0722 418 306", /more than one number/],
  ["0712345678\n0722418306", /more than one number/],
  ["0712345678 +254722418306", /more than one number/],
  ["0202222222", /landline/],
  ["+254202222222", /landline/],
  ["254 20 222 2222", /landline/],
  ["041 2222222", /landline/],
  ["0512211234", /landline/],
  ["0800724724", /service number/],
  ["0900123456", /service number/],
  ["0312345678", /not a Kenyan mobile/],
  ["0612", /too few/],
  ["#N/A", /Excel error \(#N\/A\)/],
  ["#REF!", /Excel error/],
  ["#DIV/0!", /Excel error/],
  [noResult, /no saved result/],
  ["07123#45678", /does not belong.*#/],
  ["0712*345678", /does not belong/],
  ["0712345678 😀", /does not belong.*😀/],
  ["0712+345678", /plus sign inside/],
  ["++254712345678", /plus sign inside/],
  ["+712345678", /not a valid mobile/],
  ["00712345678", /not a valid mobile/],
  ["0".repeat(300), /too long/],
  ["9".repeat(40), /perhaps two/],
  ["+999123456789", /not a valid mobile/],
  ["+4420", /too few/],
];

const foreign: [raw: string, e164: string, country: string][] = [
  ["+255 712 345 678", "+255712345678", "TZ"],
  ["00255712345678", "+255712345678", "TZ"],
  ["255712345678", "+255712345678", "TZ"],
  ["+256 772 123456", "+256772123456", "UG"],
  ["+250 788 123 456", "+250788123456", "RW"],
  ["+44 7400 123456", "+447400123456", "GB"],
  ["+27 82 123 4567", "+27821234567", "ZA"],
  ["+91 98765 43210", "+919876543210", "IN"],
  ["+971 50 123 4567", "+971501234567", "AE"],
  ["2.55712345678E+11", "+255712345678", "TZ"],
];

describe("a number as written in Kenya", () => {
  test.each(kenyan)("%j is a Kenyan mobile number", (raw, e164) => {
    expect(parsePhone(raw)).toMatchObject({ ok: true, e164, foreign: false, country: "KE" });
    expect(normalisePhone(raw)).toEqual(parsePhone(raw));
  });

  test.each(refused)("%j is refused, in words", (raw, words) => {
    const phone = parsePhone(raw);
    expect(phone.ok ? phone.e164 : phone.reason).toMatch(words);
  });

  test.each(foreign)("%j is from abroad and flagged", (raw, e164, country) => {
    expect(parsePhone(raw)).toEqual({ ok: true, e164, foreign: true, country });
    expect(normalisePhone(raw)).toEqual({ ok: true, e164, foreign: true });
  });

  test("a landline abroad is refused by the server", () => {
    expect(parsePhone("+44 20 7946 0958").ok).toBe(false);
    expect(parsePhone("+27 11 123 4567").ok).toBe(false);
  });

  test.each([
    ["0722418306", "Safaricom"],
    ["0110418306", "Safaricom"],
    ["0733418306", "Airtel"],
    ["0100418306", "Airtel"],
    ["0770418306", "Telkom"],
    ["0763418306", "Equitel"],
    ["0747418306", "Faiba"],
    ["0149418306", undefined],
  ])("%s belongs to %s", (raw, network) => {
    const phone = parsePhone(raw);
    expect(phone.ok && phone.network).toBe(network);
  });

  const written = fc.stringMatching(/^[17][01]\d{7}$/);
  const shapes = fc.constantFrom<(own: string) => string>(
    (own) => own,
    (own) => `0${own}`,
    (own) => `+254${own}`,
    (own) => `254${own}.0`,
    (own) => `00254 ${own.slice(0, 3)}-${own.slice(3)}`,
    (own) => `2.54${own}E+11`,
    (own) => `'0${own.slice(0, 3)} ${own.slice(3, 6)} ${own.slice(6)}`,
  );

  test("every way of writing a number gives the same one, and again from its own answer", () => {
    fc.assert(
      fc.property(written, shapes, (own, shape) => {
        expect(parsePhone(shape(own))).toMatchObject({ ok: true, e164: `+254${own}` });
      }),
    );
  });

  test("the answer given in again is the same answer", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789+-. ()eE".split("")), maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(digits, fc.string({ unit: "binary" })), (raw) => {
        const phone = parsePhone(raw);
        if (!phone.ok) {
          expect(phone.reason).not.toBe("");
          return;
        }
        expect(phone.e164).toMatch(/^\+[1-9]\d{7,14}$/);
        expect(parsePhone(phone.e164)).toEqual(phone);
        expect(parsePhone(showPhone(phone.e164))).toEqual(phone);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a number on the page and in a log", () => {
  test.each([
    ["+254722418306", "+254 722 418 306"],
    ["+255712345678", "+255 712 345 678"],
    ["+447911123456", "+44 791 112 3456"],
    ["+12025550123", "+1 202 555 0123"],
    ["+27821234567", "+27 821 234 567"],
    ["0722418306", "0722418306"],
    ["", ""],
  ])("%s reads %s", (e164, shown) => expect(showPhone(e164)).toBe(shown));

  test("a log has the country and two digits", () => {
    expect(maskPhone("+254722418306")).toBe("+254*******06");
    expect(maskPhone("0722418306")).toBe("*****");
    expect(maskPhone("")).toBe("");
  });
});
