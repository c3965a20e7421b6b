import type { FrameSettings, Snapshot } from "../rules/webchat";
import { call } from "./api";
import type { Keep } from "./keep";
import { type State, tokenSubject, type WidgetSession } from "./state";

type StartedSession = Snapshot & { token: string; known: string[]; verified: boolean };
type Options = { settings: FrameSettings; state: State; keep: Keep; begun(snapshot: Snapshot): void };

/** Who this browser is to the door: nobody yet, somebody unnamed, or whom the site vouches for. */
export function sessionCalls({ settings, state, keep, begun }: Options) {
  let beginning: Promise<string | undefined> | undefined;

  function session(): WidgetSession | undefined {
    const kept = keep.get<WidgetSession>("session");
    // Whom a site vouched for is here only while it vouches: the next person at this computer may be another.
    return kept && kept.subject === tokenSubject(state.identity) ? kept : undefined;
  }

  /** The token of whoever talked here before the site said who they are: the conversation goes on as theirs. */
  function anonymous(): string | undefined {
    const kept = keep.get<WidgetSession>("session");
    const signsIn = state.identity !== "" && kept?.subject === "" && state.standing.contact_id !== null;
    return signsIn ? kept.token : undefined;
  }

  /** A session's token; begins one when there is none. */
  async function token(): Promise<string | undefined> {
    const known = session();
    if (known) return known.token;
    if (settings.signed && !state.identity) return undefined;
    beginning ??= begin().finally(() => {
      beginning = undefined;
    });
    return beginning;
  }

  async function begin(): Promise<string | undefined> {
    const { identity, language } = state;
    const previous = anonymous();
    const said = { ...(identity ? { identity } : {}), ...(previous ? { previous } : {}) };
    const answer = await call<StartedSession>("POST", "/session", {
      body: { application: settings.key, language, ...said },
    });
    if (!answer.ok) {
      if (!answer.away) state.note = answer.message;
      return undefined;
    }
    keep.set("session", { token: answer.body.token, known: answer.body.known, subject: tokenSubject(identity) });
    begun(answer.body);
    return answer.body.token;
  }

  return { session, anonymous, token };
}
