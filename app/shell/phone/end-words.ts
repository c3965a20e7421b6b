import type { Call } from "../../../rules/call";

/** What JsSIP says of an end, where the person should know more than that the call is over. */
const words: Record<string, string> = {
  Busy: "The number is busy.",
  "Not Found": "There is no such number.",
  Unavailable: "The number can't be reached just now.",
  Rejected: "The call was declined.",
  "No Answer": "No one answered.",
  "Request Timeout": "The telephone system did not answer.",
  "Connection Error": "The connection to the telephone system was lost.",
  "RTP Timeout": "The connection to the other side was lost.",
  "WebRTC Error": "The sound could not be set up.",
  "Incompatible SDP": "The sound could not be set up.",
};

/** Why a call ended that somebody wanted to go on; nothing for an ordinary end. */
export function endWords({ type, answered, state }: Pick<Call, "type" | "answered" | "state">, cause: string): string {
  if (state === "terminating") return "";
  if (answered) return ["RTP Timeout", "Connection Error"].includes(cause) ? (words[cause] ?? "") : "";
  return type === "outbound" ? (words[cause] ?? "The call could not be made.") : "";
}
