import type { ConversationState, Snapshot } from "../rules/webchat";
import { type Answer, call, requestId } from "./api";
import type { Keep } from "./keep";
import type { Say } from "./labels";
import type { State, WidgetSession } from "./state";

type Options = {
  state: State;
  keep: Keep;
  say: Say;
  changed(): void;
  session(): WidgetSession | undefined;
  working<T>(work: () => Promise<T>): Promise<T | undefined>;
  refused(answer: Answer<unknown>): void;
  takeAll(snapshot: Snapshot): void;
  stand(standing: ConversationState): void;
};

/** The end of a chat and what may come after it: its stars, its copy by e-mail, and another chat. */
export function afterCalls({ state, keep, say, changed, session, working, refused, takeAll, stand }: Options) {
  return {
    end: () =>
      working(async () => {
        const known = session();
        const answer = known && (await call<Snapshot>("POST", "/end", { token: known.token, body: {} }));
        if (answer?.ok) takeAll(answer.body);
        else if (answer) refused(answer);
      }),
    rate: (stars: number, note: string, answers: Record<string, string>) =>
      working(async () => {
        const known = session();
        const { contact_id } = state.standing;
        if (!known || contact_id === null) return;
        const request_id = keep.get<string>(`rating ${contact_id}`) ?? requestId();
        keep.set(`rating ${contact_id}`, request_id);
        const body = { contact_id, request_id, stars, note, answers };
        const answer = await call("POST", "/rating", { token: known.token, body });
        if (!answer.ok) return refused(answer);
        keep.set(`rating ${contact_id}`, undefined);
        stand({ ...state.standing, rated: true });
      }),
    transcript: (email: string) =>
      working(async () => {
        const known = session();
        const answer = known && (await call("POST", "/transcript", { token: known.token, body: { email } }));
        if (answer?.ok) state.note = say("transcriptSent", { email });
        else if (answer) refused(answer);
      }),
    /** The ended chat is put away; the next message begins another. */
    anew(): void {
      state.dismissed = state.standing.contact_id ?? 0;
      state.note = "";
      changed();
    },
  };
}
