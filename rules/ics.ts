/** One entry of a calendar. Instants are UTC. */
export type CalendarEntry = {
  /** Unique for ever, such as `appointment-12@jibu.example`: the same entry sent again replaces the first one. */
  uid: string;
  title: string;
  place: string;
  text: string;
  starts: Date;
  ends: Date;
  changed: Date;
  cancelled: boolean;
};

/** A calendar with one entry, as phones and calendar programs import it (RFC 5545). */
export function calendarFile(product: string, entry: CalendarEntry): string {
  const { uid, title, place, text, starts, ends, changed, cancelled } = entry;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(product)}//EN`,
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${instant(changed)}`,
    `DTSTART:${instant(starts)}`,
    `DTEND:${instant(ends)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    ...(text ? [`DESCRIPTION:${escapeText(text)}`] : []),
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
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
