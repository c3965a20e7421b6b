import { describe, expect, test } from "vitest";
import { countNames, type Move, moves, statusCounts, statusOfReceipt } from "../../services/messaging/blasts/states";
import { blastStatuses, messageStatuses } from "../../services/messaging/contract.blasts";

/** Q089: "Status values of blasts -> scheduled, sending, sent, failed, cancelled." Ours add draft and paused. */
describe("what may be done with a blast", () => {
  const may: [status: (typeof blastStatuses)[number], can: Move[], again: Move[]][] = [
    ["draft", ["confirm", "cancel"], []],
    ["scheduled", ["cancel"], ["confirm"]],
    ["sending", ["pause", "cancel"], ["confirm", "resume"]],
    ["paused", ["resume", "cancel"], ["confirm", "pause"]],
    ["sent", [], ["confirm"]],
    ["failed", [], ["confirm"]],
    ["cancelled", [], ["cancel"]],
  ];

  test("every status is in the table", () => {
    expect(may.map(([status]) => status).sort()).toEqual([...blastStatuses].sort());
    for (const documented of ["scheduled", "sending", "sent", "failed", "cancelled"])
      expect(blastStatuses).toContain(documented);
  });

  for (const [status, can, again] of may)
    test(`${status}: ${[...can, ...again.map((move) => `${move} again`)].join(", ") || "nothing"}`, () => {
      for (const move of Object.keys(moves) as Move[]) {
        const verdict = moves[move][status];
        if (can.includes(move)) expect(verdict).toBe("go");
        else if (again.includes(move)) expect(verdict).toBe("same");
        else expect(verdict).toEqual({ refused: expect.stringMatching(/^This blast .+\.$/) });
      }
    });
});

describe("what a message counts as", () => {
  test("every status has one count", () => {
    for (const status of messageStatuses) expect(countNames).toContain(statusCounts[status]);
  });

  test.each([
    ["delivered", "delivered"],
    ["expired", "expired"],
    ["rejected", "rejected"],
    ["failed", "failed"],
    ["deleted", "failed"],
  ])("a final receipt %s makes a message %s", (state, status) => {
    expect(statusOfReceipt(state)).toBe(status);
  });
});
