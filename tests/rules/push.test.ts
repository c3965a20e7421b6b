import { expect, test } from "vitest";
import { pushBody, pushDelay } from "../../rules/push";

const message = { by: "Joy", text: "Your order\nis on its way", file: false, withText: true, language: "en" as const };

test("a notification says nothing of a message's text unless the account wants that", () => {
  expect(pushBody({ ...message, withText: false })).toBe("New message");
  expect(pushBody({ ...message, withText: false, language: "sw" })).toBe("Ujumbe mpya");
  expect(pushBody(message)).toBe("Joy: Your order is on its way");
  expect(pushBody({ ...message, by: "" })).toBe("Your order is on its way");
  expect(pushBody({ ...message, file: true, text: "" })).toBe("Joy: New file");
  expect(pushBody({ ...message, text: "word ".repeat(100) }).length).toBeLessThan(130);
});

test("attempts come later and later, up to an hour, and never sooner than Google asks for", () => {
  expect([0, 1, 2, 3].map((tries) => pushDelay(tries, undefined))).toEqual([10, 20, 40, 80]);
  expect(pushDelay(20, undefined)).toBe(3_600);
  expect(pushDelay(0, 45)).toBe(45);
});
