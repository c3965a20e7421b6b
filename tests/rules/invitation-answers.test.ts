import { describe, expect, test } from "vitest";
import { invitationFile } from "../../rules/ics";
import { readInvitationReply } from "../../rules/invitation-answers";

const reply = (event: readonly string[], method = "REPLY") =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    ...event,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const uid = "UID:3f0e8b0e-1f0b-4c55-9a3e-0d6f6f2a9c11";

describe("an answer to an invitation", () => {
  test("is read as calendar programs write it: folded lines, names in quotes, an address with a large letter", () => {
    const text = reply([
      ...["DTSTART:20261125T090000Z", "DTEND:20261125T100000Z", "DTSTAMP:20261124T063000Z"],
      'ORGANIZER;CN="Savanna: Traders":mailto:sales@savanna.test',
      ...[
        uid,
        'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN="Hassan; Ami',
        ' na: X":MAILTO:Amina@Duka.test',
      ],
      ...["SEQUENCE:2", "COMMENT:I bring the invoice\\, and\\nthe keys."],
    ]);
    expect(readInvitationReply(text)).toEqual({
      ...{ uid: "3f0e8b0e-1f0b-4c55-9a3e-0d6f6f2a9c11", attendee: "amina@duka.test", answer: "accepted", number: 2 },
      ...{ at: "2026-11-24T06:30:00.000Z", comment: "I bring the invoice, and\nthe keys." },
    });
  });

  test.each([
    ["TENTATIVE", "tentative"],
    ["declined", "declined"],
  ])("%s is %s; what is not said is none", (status, answer) => {
    const text = reply([uid, `ATTENDEE;PARTSTAT=${status}:mailto:amina@duka.test`, "DTSTAMP:20261350T990000Z"]);
    expect(readInvitationReply(text.replaceAll("\r\n", "\n"))).toMatchObject({
      answer,
      number: 0,
      at: null,
      comment: "",
    });
  });

  test("is not what only looks like one", () => {
    const attendee = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:amina@duka.test";
    for (const text of [
      ...[
        "",
        "BEGIN:VEVENT",
        "END:VEVENT\nBEGIN:VEVENT",
        reply([attendee]),
        reply([uid]),
        reply([uid, attendee], "REQUEST"),
      ],
      reply([uid, "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:amina@duka.test"]),
      reply([uid, "ATTENDEE;PARTSTAT=DELEGATED:mailto:amina@duka.test"]),
      invitationFile(
        "Jibu",
        {
          uid: "1",
          title: "T",
          place: "",
          text: "",
          starts: new Date(0),
          changed: new Date(0),
          cancelled: false,
          sequence: 0,
        },
        { method: "REQUEST", organizer: { name: "", email: "a@b.test" }, attendee: { name: "", email: "c@d.test" } },
      ),
    ])
      expect(readInvitationReply(text), text).toBeUndefined();
  });

  test("has nothing in it that a database can't hold", () => {
    const text = reply([uid, "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a%00b@duka.test", "COMMENT:Yes\u0000 \ud800please"]);
    const found = readInvitationReply(text);
    expect(`${found?.attendee} ${found?.comment}`).not.toMatch(/\0|\p{Surrogate}/u);
    expect(found?.comment).toContain("please");
  });

  test("is read at once whatever its size, and bounded", () => {
    const long = reply([uid, `COMMENT:${"x".repeat(2_000)}`, "ATTENDEE;PARTSTAT=DECLINED:mailto:%E0%A4%A"]);
    expect(readInvitationReply(long)).toMatchObject({ attendee: "%e0%a4%a", comment: "x".repeat(500) });
    expect(readInvitationReply(`${'";:'.repeat(400_000)}`)).toBeUndefined();
  });
});
