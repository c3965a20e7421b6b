/** An agent of the queue: what they are, and what they are offered (specification 1, section 4). */
export type VoiceStatus = "Logged Out" | "Logged In" | "On Break";
export type VoiceAction = "login" | "logout" | "pause" | "unpause";

/** Green, amber and red, each with a shape of its own. */
export const voiceTones = { "Logged Out": "bad", "Logged In": "good", "On Break": "warn" } as const;

export function voiceStatus({ login, break: pause }: { login: boolean; break?: object | null }): VoiceStatus {
  if (!login) return "Logged Out";
  return pause ? "On Break" : "Logged In";
}

const offered: { readonly [S in VoiceStatus]: readonly VoiceAction[] } = {
  "Logged Out": ["login"],
  "Logged In": ["logout", "pause"],
  "On Break": ["unpause"],
};

/** Whether an action is offered: login alone, or logout and the breaks, or the end of a break alone. */
export function isOffered(status: VoiceStatus, action: string): boolean {
  return (offered[status] as readonly string[]).includes(action);
}

/** What ends a break, to the letter. */
export const endBreak = "End Break";
