import { expect, test } from "vitest";
import { dialledPrefix, dialNumber, outboundNumbers } from "../../rules/dialling";

test.each([
  ["+254 712 000 118", "254712000118"],
  ["0712 000 118", "254712000118"],
  ["254712000118", "254712000118"],
  ["0110000187", "254110000187"],
  ["+254 20 500 0100", "254205000100"],
  ["020 500 0100", "254205000100"],
  ["0800 720 123", "254800720123"],
])("%s is dialled as %s, without a plus", (typed, digits) => {
  expect(dialNumber(typed)).toEqual({ ok: true, digits, e164: `+${digits}` });
});

test.each([
  ["", /Enter a phone number in Kenya/],
  [dialledPrefix, /Enter a phone number in Kenya/],
  ["+254 712 00", /^4 digits are missing/],
  ["0712 000 11", /^1 digit is missing/],
  ["0712 000 1188", /^There is 1 digit too many/],
  ["+256 772 123456", /Other countries/],
  ["0712 ABC 118", /digits only/],
  ["0999 999 999", /not a phone number in Kenya/],
])("%s is not dialled, and it is said why", (typed, why) => {
  expect(dialNumber(typed)).toMatchObject({ ok: false, reason: expect.stringMatching(why) });
});

test("calls go out from the numbers whose modes include outbound", () => {
  const numbers = [
    { id: 1, phoneNumber: "+254205000100", prefix: "9", modes: ["inbound", "outbound"] },
    { id: 2, phoneNumber: "+254205000101", prefix: "8", modes: ["inbound"] },
  ];
  expect(outboundNumbers(numbers).map(({ id }) => id)).toEqual([1]);
});
