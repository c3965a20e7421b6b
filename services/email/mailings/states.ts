import type { MailingStatus } from "../../../rules/email";

export type MailingMove = "confirm" | "pause" | "resume" | "cancel";

/** `go` changes the mailing, `same` answers it as it is (the move was made before), a sentence refuses. */
export type TransitionResult = "go" | "same" | { refused: string };

const no = (refused: string): TransitionResult => ({ refused });
const cancelled = no("This email was cancelled.");
const over = no("This email has been sent.");
const draft = no("This email is a draft: nothing is being sent yet.");
const waiting = no("This email is scheduled and not being sent yet. Cancel it to stop it.");

/** Which move is possible in which status. */
export const moves: Record<MailingMove, Record<MailingStatus, TransitionResult>> = {
  confirm: { draft: "go", scheduled: "same", sending: "same", paused: "same", sent: "same", failed: "same", cancelled },
  pause: { draft, scheduled: waiting, sending: "go", paused: "same", sent: over, failed: over, cancelled },
  resume: { draft, scheduled: waiting, sending: "same", paused: "go", sent: over, failed: over, cancelled },
  cancel: { draft: "go", scheduled: "go", sending: "go", paused: "go", sent: over, failed: over, cancelled: "same" },
};
