/** One entry of a calendar. Instants are UTC. */
export type CalendarEntry = {
  /** Unique for ever, such as `appointment-12@jibu.example`: the same entry sent again replaces the first one. */
  uid: string;
  title: string;
  place: string;
  text: string;
  starts: Date;
  /** Undefined: it takes no time (RFC 5545, 3.6.1). */
  ends?: Date | undefined;
  /** A day such as 2026-11-25: it is of the whole day, whatever its instants are. */
  day?: string | undefined;
  changed: Date;
  /** How often it was changed (RFC 5545, 3.8.7.4). */
  sequence?: number;
  cancelled: boolean;
  /** Whether the person has no time for something else. */
  busy?: boolean;
  /** Its page. */
  url?: string;
};

/** A calendar with one entry, as phones and calendar programs import it (RFC 5545). */
export function calendarFile(product: string, entry: CalendarEntry): string {
  return written([...head(product), ...entryLines(entry), "END:VCALENDAR"]);
}

/** Someone in an invitation. */
export type CalendarPerson = { name: string; email: string };
/** What a calendar program does with what it is sent (RFC 5546, 3.2): puts the entry in or replaces it, or takes it out. */
export type InvitationMethod = "REQUEST" | "CANCEL";
type Invitation = { method: InvitationMethod; organizer: CalendarPerson; attendee: CalendarPerson };

/** An invitation of one person, or its withdrawal: the entry needs its sequence, and is cancelled with it. */
export function invitationFile(
  product: string,
  entry: CalendarEntry & { sequence: number },
  { method, organizer, attendee }: Invitation,
): string {
  const people = [
    `ORGANIZER${commonName(organizer)}:mailto:${mailbox(organizer)}`,
    `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=${method === "REQUEST" ? "TRUE" : "FALSE"}${commonName(attendee)}:mailto:${mailbox(attendee)}`,
  ];
  const lines = entryLines({ ...entry, cancelled: method === "CANCEL" });
  return written([
    ...head(product),
    `METHOD:${method}`,
    ...[...lines.slice(0, -1), ...people, ...lines.slice(-1)],
    "END:VCALENDAR",
  ]);
}

/** A parameter in quotes has no quotes and no control characters of its own (RFC 5545, 3.2). */
function commonName({ name }: CalendarPerson): string {
  const plain = name.replaceAll(/["\p{Cc}]+/gu, " ").trim();
  return plain === "" ? "" : `;CN="${plain}"`;
}

/** An address as a part of a URI (RFC 6068): nothing of it ends the line or begins another part. */
function mailbox({ email }: CalendarPerson): string {
  return encodeURI(email).replaceAll(/[?#&;,:]/g, encodeURIComponent);
}

/**
 * A calendar that a phone subscribes to: all entries, each time it asks. Without METHOD, so that DTSTAMP is when an entry
 * was changed (RFC 5545, 3.8.7.2) and an unchanged calendar is the same bytes. How often to ask is RFC 7986, 5.7.
 */
export function calendarFeed(product: string, name: string, entries: readonly CalendarEntry[]): string {
  return written([
    ...head(product),
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...entries.flatMap(entryLines),
    "END:VCALENDAR",
  ]);
}

function head(product: string): string[] {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", `PRODID:-//${escapeText(product)}//EN`];
}

function entryLines(entry: CalendarEntry): string[] {
  const { uid, title, place, text, starts, ends, day, changed, sequence, cancelled, busy = true, url } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${instant(changed)}`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    // Of one day where there is no end.
    day === undefined ? `DTSTART:${instant(starts)}` : `DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`,
    ...(ends && day === undefined ? [`DTEND:${instant(ends)}`] : []),
    `SUMMARY:${escapeText(title)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    ...(text ? [`DESCRIPTION:${escapeText(text)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    ...(busy ? [] : ["TRANSP:TRANSPARENT"]),
    "END:VEVENT",
  ];
}

function written(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** RFC 5545, 3.3.11. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (char) => `\\${char}`)
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/\p{Cc}/gu, "");
}

/** A line has at most 75 bytes; what is longer goes on in the next one behind a space (RFC 5545, 3.1). */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = "";
  let length = 0;
  for (const char of line) {
    const size = encoder.encode(char).length;
    if (length + size > 75) {
      folded += "\r\n ";
      length = 1;
    }
    folded += char;
    length += size;
  }
  return folded;
}
