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
