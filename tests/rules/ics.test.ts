import { describe, expect, test } from "vitest";
import { type CalendarEntry, calendarFeed, calendarFile, invitationFile } from "../../rules/ics";

const entry: CalendarEntry = {
  ...{ uid: "appointment-12@jibu.test", title: "Visit", place: "", text: "", cancelled: false },
  starts: new Date("2026-11-24T06:30:00Z"),
  ends: new Date("2026-11-24T07:00:00Z"),
  changed: new Date("2026-11-20T10:00:00Z"),
};
/** As a calendar program reads it: lines put together again. */
const unfolded = (file: string) => file.replaceAll("\r\n ", "").trim().split("\r\n");

describe("a calendar file", () => {
  test("has its entry with instants in UTC", () => {
    expect(unfolded(calendarFile("Jibu", entry))).toEqual([
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jibu//EN", "BEGIN:VEVENT", "UID:appointment-12@jibu.test"],
      ...["DTSTAMP:20261120T100000Z", "DTSTART:20261124T063000Z", "DTEND:20261124T070000Z", "SUMMARY:Visit"],
      ...["STATUS:CONFIRMED", "END:VEVENT", "END:VCALENDAR"],
    ]);
  });

  test("keeps what people type as text: no line of theirs becomes one of the file", () => {
    const title = "Offer; price, terms \\ more\r\nEND:VCALENDAR\u0007";
    const lines = unfolded(calendarFile("Jibu", { ...entry, title }));
    expect(lines).toContain("SUMMARY:Offer\\; price\\, terms \\\\ more\\nEND:VCALENDAR");
    expect(lines.filter((line) => line === "END:VCALENDAR")).toHaveLength(1);
  });

  test("has no line over 75 bytes and cuts no letter", () => {
    const title = "é€😀".repeat(60);
    const file = calendarFile("Jibu", { ...entry, title });
    for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(unfolded(file)).toContain(`SUMMARY:${title}`);
  });

  test("says that it was called off", () => {
    expect(unfolded(calendarFile("Jibu", { ...entry, cancelled: true }))).toContain("STATUS:CANCELLED");
  });
});

describe("an invitation", () => {
  const people = {
    organizer: { name: "Savanna Traders", email: "sales@savanna.test" },
    attendee: { name: "Amina Hassan", email: "amina@duka.test" },
  };
  const invited = (method: "REQUEST" | "CANCEL", more: object = {}) =>
    unfolded(invitationFile("Jibu", { ...entry, sequence: 2 }, { method, ...people, ...more }));

  test("asks one person for an answer to whoever invites, and says how often it was changed", () => {
    const lines = invited("REQUEST");
    expect(lines.slice(0, 4)).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jibu//EN", "METHOD:REQUEST"]);
    expect(lines).toEqual(
      expect.arrayContaining([
        ...["UID:appointment-12@jibu.test", "SEQUENCE:2", "STATUS:CONFIRMED", "DTSTAMP:20261120T100000Z"],
        'ORGANIZER;CN="Savanna Traders":mailto:sales@savanna.test',
        'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN="Amina Hassan":mailto:amina@duka.test',
      ]),
    );
    expect(lines.slice(-2)).toEqual(["END:VEVENT", "END:VCALENDAR"]);
  });

  test("is taken back under the same UID", () => {
    expect(invited("CANCEL")).toEqual(
      expect.arrayContaining(["METHOD:CANCEL", "UID:appointment-12@jibu.test", "SEQUENCE:2", "STATUS:CANCELLED"]),
    );
  });

  test("has no name or address that becomes a line or a parameter of its own", () => {
    const attendee = { name: 'A" ;ROLE=CHAIR\r\nX:"', email: "a?subject=x&cc=b@duka.test\r\nX:1" };
    const lines = invited("REQUEST", { attendee });
    expect(lines.filter((line) => line.startsWith("X"))).toEqual([]);
    const [line = ""] = lines.filter((one) => one.startsWith("ATTENDEE"));
    expect(line).toContain('CN="A  ;ROLE=CHAIR X:":mailto:a%3Fsubject=x%26cc=b@duka.test%0D%0AX%3A1');
  });
});

describe("a calendar that phones subscribe to", () => {
  const task: CalendarEntry = {
    ...entry,
    ...{ uid: "task-3@jibu.test", title: "Call", day: "2026-11-25", ends: undefined, busy: false, sequence: 2 },
    url: "https://jibu.test/crm/contactactions/tasks/3",
  };

  test("has a name, all its entries, and how often each was changed", () => {
    const lines = unfolded(calendarFeed("Jibu", "Jibu, CRM", [{ ...entry, sequence: 0 }, task]));
    expect(lines).toContain("NAME:Jibu\\, CRM");
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(2);
    expect(lines).toEqual(expect.arrayContaining(["SEQUENCE:0", "SEQUENCE:2", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]));
    expect(lines.some((line) => line.startsWith("METHOD"))).toBe(false);
  });

  test("shows what is due on a day as of the whole day, and as no time that is taken", () => {
    const lines = unfolded(calendarFeed("Jibu", "CRM", [task]));
    expect(lines).toEqual(
      expect.arrayContaining(["DTSTART;VALUE=DATE:20261125", "TRANSP:TRANSPARENT", `URL:${task.url}`]),
    );
    expect(lines.some((line) => line.startsWith("DTEND"))).toBe(false);
  });

  test("is the same bytes while nothing changes", () => {
    expect(calendarFeed("Jibu", "CRM", [entry, task])).toBe(calendarFeed("Jibu", "CRM", [entry, task]));
  });
});
