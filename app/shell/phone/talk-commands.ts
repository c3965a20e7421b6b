import { C } from "jssip";
import type { RTCSession } from "jssip/lib/RTCSession";
import type { LegEvent, SessionLeg } from "./session-leg";

/** Milliseconds after which nobody will say any more whether two were joined: the caller may be in silence. */
export const joinPatienceMs = 20_000;

type TalkParts = {
  caller(): SessionLeg | undefined;
  consult(): SessionLeg | undefined;
  tell(event: LegEvent): void;
  domain: string;
};

/** What can be done with a call that is answered. */
export function talkCommands({ caller, consult, tell, domain }: TalkParts) {
  /** Asks the other side to call the target, in the place of `replaces` where one is given (RFC 3891). */
  function refer(target: string, replaces?: RTCSession): void {
    const present = caller();
    if (!present) return;
    referTo(present.session, { target: `sip:${target}@${domain}`, replaces }, (kind) => {
      if (caller() !== present) return;
      tell({ kind });
      // Not before the other side was accepted: until then the caller has only us.
      if (kind === "transferred") present.end();
    });
  }

  return {
    hold() {
      const present = caller();
      if (!present?.session.hold({}, () => tell({ kind: "held" }))) tell({ kind: "holdFailed" });
      present?.gate.set(false);
    },
    resume(muted: boolean) {
      const present = caller();
      if (!present?.session.unhold({}, () => tell({ kind: "resumed" }))) tell({ kind: "holdFailed" });
      present?.gate.set(!muted);
    },
    mute(muted: boolean) {
      const present = caller();
      if (muted) present?.session.mute({ audio: true });
      else present?.session.unmute({ audio: true });
      present?.gate.set(!muted);
    },
    tone: (key: string) => caller()?.session.sendDTMF(key, { transportType: C.DTMF_TRANSPORT.RFC2833 as never }),
    transfer: (target: string) => refer(target),
    /** The one on hold and the one who was asked go on without us. */
    join(target: string) {
      const asked = consult();
      if (asked) refer(target, asked.session);
      else tell({ kind: "transferFailed" });
    },
  };
}

type Referral = { target: string; replaces: RTCSession | undefined };

/** Says once what came of a REFER (RFC 3515). */
function referTo(
  session: RTCSession,
  { target, replaces }: Referral,
  onEnd: (kind: "transferred" | "transferFailed") => void,
): void {
  let settled = false;
  // Nobody rings where a call is replaced, so there is nothing to wait for.
  const timer = replaces && setTimeout(() => settle("transferFailed")(), joinPatienceMs);
  const settle = (kind: "transferred" | "transferFailed") => () => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    onEnd(kind);
  };
  const [accepted, failed] = [settle("transferred"), settle("transferFailed")];
  const eventHandlers = { requestFailed: failed, failed, accepted };
  session.refer(target, { eventHandlers, ...(replaces ? { replaces } : {}) } as Parameters<RTCSession["refer"]>[1]);
}
