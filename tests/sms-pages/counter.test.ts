import { describe, expect, test } from "vitest";
import { fixedText, sayCounted, smsCount } from "../../app/kit/sms-count";
import { carrierFooter } from "../../rules/keywords";

describe("the counter under the message", () => {
  test("160 characters are one part, 161 are two of 153", () => {
    expect(smsCount("a".repeat(160))).toMatchObject({ used: 160, room: 160, parts: 1, encoding: "GSM-7" });
    expect(smsCount("a".repeat(161))).toMatchObject({ used: 161, room: 306, parts: 2 });
  });

  test("an extension character takes two", () => {
    expect(smsCount("[€]").used).toBe(6);
  });

  test("one curly quote makes it 70 to a part", () => {
    expect(smsCount("it’s")).toMatchObject({ used: 4, room: 70, encoding: "UCS-2" });
  });

  test("nothing typed is no part", () => {
    expect(smsCount("  \r\n")).toEqual({ used: 0, room: 160, parts: 0, encoding: "GSM-7", fields: 0 });
    expect(sayCounted(smsCount(""))).toBe("GSM-7");
  });

  test("a line end counts once, however the form sends it", () => {
    expect(smsCount("a\r\nb").used).toBe(3);
  });

  test("merge fields are counted with the cost, their own defaults at once", () => {
    const counted = smsCount("Dear {{first_name|friend}}, you owe {{balance}}");
    expect(counted).toMatchObject({ used: "Dear friend, you owe ".length, fields: 2 });
    expect(sayCounted(counted)).toBe("1 part, GSM-7, plus 2 merge fields");
  });

  test("a promotional message is counted with its footer, which is not added twice", () => {
    expect(smsCount("Sale", { footer: carrierFooter }).used).toBe("Sale ".length + carrierFooter.length);
    expect(fixedText(`Sale ${carrierFooter}`, { footer: carrierFooter })).toBe(`Sale ${carrierFooter}`);
    expect(smsCount("a".repeat(146), { footer: carrierFooter })).toMatchObject({ used: 160, parts: 1 });
    expect(smsCount("a".repeat(147), { footer: carrierFooter }).parts).toBe(2);
  });

  test("a link is counted as the short one that recipients get", () => {
    const body = `Offers: https://savanna.co.ke/offers/november?${"from=sms&".repeat(20)}`;
    const links = "https://go.savanna.co.ke";
    expect(smsCount(body).parts).toBe(2);
    expect(smsCount(body, { links }).used).toBe("Offers: ".length + "https://go.savanna.co.ke/l/Ab3dEf0000000".length);
  });
});
