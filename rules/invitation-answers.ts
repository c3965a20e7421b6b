import { storable } from "./storable";

/** What someone answers to an invitation (RFC 5545, 3.2.12). */
export const invitationAnswers = ["accepted", "tentative", "declined"] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];
export const invitationAnswerWords: Record<InvitationAnswer, string> = {
  accepted: "Accepted",
  tentative: "Maybe",
  declined: "Declined",
};

/** An answer as a calendar program sends it (RFC 5546, 3.2.3). */
export type InvitationReply = {
  uid: string;
  /** Who was invited and answers: an address in small letters. */
  attendee: string;
  answer: InvitationAnswer;
  /** The sequence of the invitation that is answered. */
  number: number;
  /** When it was answered, UTC; null where the program does not say. */
  at: string | null;
  comment: string;
};

const maxText = 100_000;
const maxComment = 500;

/** Reads an answer from the calendar part of a mail; undefined for everything else. */
export function readInvitationReply(text: string): InvitationReply | undefined {
  const unfolded = storable(text.slice(0, maxText)).replaceAll(/\r?\n[ \t]/g, "");
  const lines = unfolded.split(/\r?\n/).flatMap((line) => readLine(line) ?? []);
  const begin = lines.findIndex(({ name, value }) => name === "BEGIN" && value.toUpperCase() === "VEVENT");
  const end = lines.findIndex(({ name, value }) => name === "END" && value.toUpperCase() === "VEVENT");
  if (begin < 0 || end < begin) return undefined;
  const event = lines.slice(begin + 1, end);
  const findValue = (given: readonly CalendarLine[], name: string) => given.find((line) => line.name === name)?.value;
  if (findValue(lines, "METHOD")?.trim().toUpperCase() !== "REPLY") return undefined;
  const uid = findValue(event, "UID")?.trim() ?? "";
  const attendee = event.find(({ name }) => name === "ATTENDEE");
  const answer = invitationAnswers.find((one) => one === attendee?.status);
  if (uid === "" || !attendee || !answer) return undefined;
  return {
    ...{ uid, answer, attendee: mailAddress(attendee.value) },
    number: Number(/^\d{1,9}$/.exec(findValue(event, "SEQUENCE")?.trim() ?? "")?.[0] ?? 0),
    at: instantOf(findValue(event, "DTSTAMP") ?? ""),
    comment: unescapeText(findValue(event, "COMMENT") ?? "").slice(0, maxComment),
  };
}

/** `status`: what an attendee answers, in small letters; "" where the line has none. */
type CalendarLine = { name: string; status: string; value: string };

/** A line has a name, parameters that may be in quotes, a colon and a value (RFC 5545, 3.1). */
function readLine(line: string): CalendarLine | undefined {
  let quoted = false;
  let colon = -1;
  for (let at = 0; at < line.length && colon < 0; at++) {
    if (line[at] === '"') quoted = !quoted;
    else if (line[at] === ":" && !quoted) colon = at;
  }
  if (colon < 1) return undefined;
  const [name = "", ...parameters] = line
    .slice(0, colon)
    .replaceAll(/"[^"]*"/g, "")
    .split(";");
  const status = parameters.find((one) => /^PARTSTAT=/i.test(one))?.slice("PARTSTAT=".length) ?? "";
  return { name: name.toUpperCase(), status: status.toLowerCase(), value: line.slice(colon + 1) };
}

function mailAddress(uri: string): string {
  const address = uri.trim().replace(/^mailto:/i, "");
  try {
    return storable(decodeURIComponent(address)).toLowerCase();
  } catch {
    return address.toLowerCase();
  }
}

function instantOf(text: string): string | null {
  const found = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text.trim());
  if (!found) return null;
  const [, year, month, day, hour, minute, second] = found;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** RFC 5545, 3.3.11. */
function unescapeText(text: string): string {
  return text.replaceAll(/\\([\\;,nN])/g, (_, char: string) => (char.toLowerCase() === "n" ? "\n" : char)).trim();
}
