import { parsePhone } from "../phone.foreign";
import { dayIn } from "../typed-value";
import { type OldColumn, oldColumns } from "./old-columns";

/** Names that old exports may have for the columns, as `headingWord` writes them. */
const otherNames: Record<string, OldColumn> = {
  "survey title": "survey",
  "survey name": "survey",
  instance: "run",
  "instance name": "run",
  distribution: "run",
  "sender id": "sender",
  "sender code": "sender",
  created: "made_at",
  "date created": "made_at",
  dispatched: "started_at",
  "dispatched at": "started_at",
  phone: "msisdn",
  "phone number": "msisdn",
  msisdn: "msisdn",
  mobile: "msisdn",
  response: "answer",
  "answered at": "answered_at",
  "response time": "answered_at",
  "delivery status": "message_status",
};

function headingWord(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Which column each heading is; one that is none, or that was there already, is passed over. */
export function oldMapping(headings: readonly string[]): (OldColumn | undefined)[] {
  const taken = new Set<OldColumn>();
  return headings.map((heading) => {
    const word = headingWord(heading);
    const key = oldColumns.find(({ title }) => headingWord(title) === word)?.key ?? otherNames[word];
    if (!key || taken.has(key)) return undefined;
    taken.add(key);
    return key;
  });
}

/** A row of old results. Times are of the clock of whoever imports, `2026-11-24 14:05:00`; null: not said. */
export type OldResult = Record<
  | "survey"
  | "question"
  | "question_type"
  | "run"
  | "sender"
  | "msisdn"
  | "name"
  | "status"
  | "field"
  | "answer"
  | "message"
  | "message_status",
  string
> &
  Record<"made_at" | "started_at" | "ended_at" | "answered_at" | "message_at", string | null> & {
    question_number: number | null;
    /** Empty: not said. */
    channel: "" | "sms" | "whatsapp";
    incoming: boolean;
  };

const channels = ["", "sms", "whatsapp"] as const;
const times = ["made_at", "started_at", "ended_at", "answered_at", "message_at"] as const;
const ofRun = ["channel", "sender", "made_at", "started_at", "ended_at", "msisdn", "field"] as const;
const ofPerson = ["name", "status", "answer", "message"] as const;
const ofMessage = ["direction", "message_status", "message_at"] as const;

/** The row that the cells say, or what is wrong with it in a sentence. Nothing of it is guessed. */
export function readOldResult(cells: Partial<Record<OldColumn, string>>): OldResult | { refused: string } {
  const said = (key: OldColumn) => (cells[key] ?? "").trim();
  const wrong = missingParts(said) ?? tooLong(said);
  if (wrong) return { refused: wrong };
  const phone = said("msisdn") === "" ? undefined : parsePhone(said("msisdn"));
  if (phone && !phone.ok) return { refused: `The number can't be read: ${phone.reason}.` };
  const number = said("question_number");
  if (number !== "" && !/^[1-9]\d{0,3}$/.test(number))
    return { refused: "The question number is not a whole number from 1 to 9999." };
  const channel = channels.find((one) => one === said("channel").toLowerCase());
  if (channel === undefined) return { refused: "The channel is neither SMS nor WhatsApp." };
  const direction = said("direction").toLowerCase();
  if (!["", "sent", "received"].includes(direction)) return { refused: "The direction is neither Sent nor Received." };
  const at: Partial<Record<OldColumn, string | null>> = {};
  for (const key of times) {
    const time = said(key) === "" ? null : timeIn(said(key));
    if (time === undefined) return { refused: `${titleOf(key)} is no date: write it as 24/11/2026 14:05.` };
    at[key] = time;
  }
  return {
    ...{ survey: said("survey"), question: said("question"), question_type: said("question_type") },
    ...{ run: said("run"), sender: said("sender"), name: said("name"), status: said("status") },
    ...{ field: said("field"), answer: said("answer"), message: said("message") },
    ...{ message_status: said("message_status"), msisdn: phone?.ok ? phone.e164 : "" },
    ...{ made_at: at.made_at ?? null, started_at: at.started_at ?? null, ended_at: at.ended_at ?? null },
    ...{ answered_at: at.answered_at ?? null, message_at: at.message_at ?? null },
    question_number: number === "" ? null : Number(number),
    channel,
    incoming: direction === "received",
  };
}

/** What a row needs beside what it says. */
function missingParts(said: (key: OldColumn) => string): string | undefined {
  if (said("survey") === "") return "It names no survey.";
  const first = (keys: readonly OldColumn[]) => keys.find((key) => said(key) !== "");
  const run = first(ofRun);
  if (run && said("run") === "") return `${titleOf(run)} is given, but no run.`;
  const person = first(ofPerson);
  if (person && said("msisdn") === "") return `${titleOf(person)} is given, but no number.`;
  const message = first(ofMessage);
  if (message && said("message") === "") return `${titleOf(message)} is given, but no message.`;
  const question = first(["answer", "field", "question_number", "question_type"]);
  if (question && said("question") === "") return `${titleOf(question)} is given, but no question.`;
  if (said("answered_at") !== "" && said("answer") === "") return "Answered is given, but no answer.";
  return undefined;
}

function tooLong(said: (key: OldColumn) => string): string | undefined {
  for (const column of oldColumns)
    if ("most" in column && said(column.key).length > column.most)
      return `${column.title} has more than ${column.most.toLocaleString("en-KE")} characters.`;
  return undefined;
}

function titleOf(key: OldColumn): string {
  return oldColumns.find((column) => column.key === key)?.title ?? key;
}

/** "24/11/2026 14:05", "2026-11-24T14:05:00", "24 Nov 2026" as a local time; undefined for what is none. */
function timeIn(text: string): string | undefined {
  const [, date = "", hour = "0", minute = "0", second = "0", half] =
    /^(.{6,20}?)(?:(?:,?\s+|T)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?)?$/i.exec(text) ?? [];
  const day = dayIn(date);
  if (!day || Number(minute) > 59 || Number(second) > 59) return undefined;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hour);
  if (hours > 23 || (half && (Number(hour) < 1 || Number(hour) > 12))) return undefined;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day} ${two(hours)}:${two(Number(minute))}:${two(Number(second))}`;
}
