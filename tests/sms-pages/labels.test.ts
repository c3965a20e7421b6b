import { describe, expect, test } from "vitest";
import { blastTitle, sendTime } from "../../app/kit/blast-labels";
import { lacking, leftOut, listed, sayParts, saySum, sayUnapproved, some } from "../../app/kit/compose/cost-labels";
import { abroadWords, eachPart, priceLines } from "../../app/kit/destinations";
import {
  deliveredShare,
  givenBack,
  groupsLabel,
  lastPage,
  nextReading,
  sentCount,
  stillHeld,
} from "../../app/sms/blasts/blast-figures";
import { senderChoice } from "../../app/sms/compose/promotional";
import { answeringSender } from "../../app/sms/inbox/answering";
import { blast, price } from "./price.fixture";

describe("the cost in words", () => {
  test("who is left out, and why", () => {
    expect(saySum(price, "bulk")).toBe("1,236 contacts, less 19 opted out and 13 duplicates.");
    expect(saySum({ ...price, in_groups: 1, opted_out: 0, duplicates: 0 }, "express")).toBe(
      "1 number, no one is left out.",
    );
    expect(leftOut(price).map(({ label }) => label)).toEqual(["Opted out", "Duplicates"]);
    expect(leftOut({ ...price, invalid: 2, missing_value: 3 })).toContainEqual({ label: "No value", count: 3 });
  });

  test("the parts of the messages", () => {
    expect(sayParts(price)).toBe("1,187 messages of 1 part, 17 of 2 parts");
    expect(sayParts({ by_parts: [{ parts: 2, recipients: 1 }] })).toBe("1 message of 2 parts");
  });

  test("a part may cost less than a cent step", () => {
    expect(eachPart({ part_price: 0.8, lines: [] })).toBe("KES 0.80 per part");
    expect(eachPart({ part_price: 0.3333, lines: [] })).toBe("KES 0.3333 per part");
  });

  test("a destination with a price of its own has its own line, and numbers abroad are named", () => {
    const line = (destination: string, recipients: number, part_price: number) => ({
      ...{ destination, recipients, parts: recipients, part_price },
    });
    const lines = [line("KE", 10, 0.8), line("GB", 1, 8), line("TZ", 1, 4.5)];
    expect(eachPart({ part_price: 0.8, lines })).toBe("from KES 0.80 per part");
    expect(priceLines({ lines })).toEqual([
      { label: "Kenya, 10 parts at KES 0.80", value: "KES 8.00" },
      { label: "United Kingdom, 1 part at KES 8.00", value: "KES 8.00" },
      { label: "Tanzania, 1 part at KES 4.50", value: "KES 4.50" },
    ]);
    expect(abroadWords({ foreign: 2, lines })).toBe(
      "United Kingdom 1, KES 8.00 per part\nTanzania 1, KES 4.50 per part",
    );
    expect([priceLines({ lines: lines.slice(0, 1) }), abroadWords({ foreign: 0, lines })]).toEqual([[], undefined]);
  });

  test("small words", () => {
    expect([some(1, "part"), some(1204, "message"), some(0, "part")]).toEqual(["1 part", "1,204 messages", "0 parts"]);
    expect([listed([]), listed(["a"]), listed(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
    expect([lacking(500, 100), lacking(100, 500)]).toEqual([400, 0]);
  });

  test("a promotional sender says when it delivers; one that waits for approval can't be chosen", () => {
    const choice = senderChoice({ sender: "NEWS", kind: "promotional", status: "approved" });
    expect(choice).toEqual({ value: "NEWS", label: "NEWS, promotional, 8:00 am to 6:00 pm", disabled: false });
    expect(senderChoice({ sender: "NEW", kind: "transactional", status: "pending" })).toEqual({
      value: "NEW",
      label: "NEW, pending",
      disabled: true,
    });
  });
});

test("an answer is from the number that the person wrote to, when the account may use it", () => {
  const sender = (name: string, status = "approved") => ({ sender: name, kind: "transactional" as const, status });
  const senders = [sender("SAVANNA"), sender("22384"), sender("254700000001"), sender("40404", "pending")];
  expect(answeringSender(senders, "22384")).toBe("22384");
  expect(answeringSender(senders, "+254700000001")).toBe("254700000001");
  for (const other of ["40404", "99999", "", undefined]) expect(answeringSender(senders, other)).toBeUndefined();
});

describe("the figures of a blast", () => {
  test("its share delivered is of what was sent, and said only when it is over", () => {
    const over = { ...blast, status: "sent" as const, queued: 0, delivered: 984, failed: 10, submitted: 6 };
    expect(sentCount(over)).toBe(1000);
    expect(deliveredShare(over)).toBe("98.4");
    expect(deliveredShare({ ...over, status: "sending" })).toBeUndefined();
    expect(deliveredShare({ ...blast, status: "cancelled" })).toBeUndefined();
  });

  test("send time is when it began, else when it is to begin", () => {
    const send_at = "2026-11-21T05:00:00.000Z";
    expect(sendTime(blast)).toBe(blast.started_at);
    expect(sendTime({ ...blast, started_at: null, send_at })).toBe(send_at);
    expect(sendTime({ ...blast, started_at: null })).toBe(blast.created_at);
  });

  test("cancelling gives back the whole hold before anything left", () => {
    expect(givenBack(blast)).toEqual({ cents: 97_680, exact: true });
  });

  test("with as many parts each, what waits is exact; otherwise it is their share", () => {
    const same = { ...price, by_parts: [{ parts: 2, recipients: 1204 }], parts: 2408, cost_cents: 192_640 };
    expect(givenBack({ ...blast, queued: 204, price: same, held_cents: 192_640 })).toEqual({
      cents: 32_640,
      exact: true,
    });
    expect(givenBack({ ...blast, queued: 602 })).toEqual({ cents: 48_840, exact: false });
    expect(givenBack({ ...blast, queued: 0 })).toEqual({ cents: 0, exact: true });
  });

  test("held, charged, given back and still held add up", () => {
    expect(stillHeld({ ...blast, charged_cents: 50_000, released_cents: 7_680 })).toBe(40_000);
  });

  test("it is called by its name, or by the beginning of its text", () => {
    expect(blastTitle(blast)).toBe("Loan reminder");
    expect(blastTitle({ name: "", body: "word ".repeat(30) }).length).toBeLessThanOrEqual(64);
  });

  test("its groups in a word", () => {
    expect(groupsLabel(blast)).toBe("Borrowers");
    expect(groupsLabel({ ...blast, groups: [...blast.groups, { id: 2, name: "B" }] })).toBe("Borrowers, 2 groups");
    expect(groupsLabel({ ...blast, kind: "express", groups: [], recipients: 1 })).toBe("1 number");
  });

  test("while it runs the page shows the messages that left last", () => {
    expect(lastPage({ ...blast, queued: 1204 }, 8)).toBe(1);
    expect(lastPage({ ...blast, queued: 404 }, 8)).toBe(100);
    expect(lastPage({ ...blast, queued: 404, status: "sent" }, 8)).toBe(1);
  });

  test("one that has just begun is read again sooner, so that a few messages are not shown as none", () => {
    const started_at = "2026-11-22T06:00:00.000Z";
    const [soon, later] = ["2026-11-22T06:00:01.000Z", "2026-11-22T06:01:00.000Z"];
    expect(nextReading({ started_at }, soon)).toBeLessThan(nextReading({ started_at }, later));
    expect(nextReading({ started_at: null }, soon)).toBe(nextReading({ started_at }, later));
  });
});

test("networks where the sender is not approved are named with their counts", () => {
  expect(sayUnapproved(price, "SAVANNA")).toBeUndefined();
  const unapproved = [
    { network: "Airtel", recipients: 1204 },
    { network: "Telkom", recipients: 1 },
  ];
  expect(sayUnapproved({ unapproved }, "SAVANNA")).toBe(
    "1,204 numbers on Airtel and 1 on Telkom, where SAVANNA is not approved, may not get it.",
  );
  expect(saySum({ ...price, excluded: 2, recent: 3, unmatched: 4 }, "bulk")).toContain(
    "2 in a group left out, 3 written to lately and 4 without the values asked for",
  );
});
