import { type Call, isLive } from "../../../rules/call";
import { readStored, store } from "../../kit/session-store";
import { phoneApi } from "./phone-api";
import { phoneStore, type WrapUp } from "./phone-store";

/** What the last call was about is still to be said. The time for it is the server's: a reload changes nothing of it. */
export function createWrapUp(owner: string) {
  const draft = createWrapUpDraft(owner);
  return {
    stop: draft.stop,
    /** @param call the one that has just ended, if one has */
    async show(call: Call | undefined): Promise<void> {
      const answer = await phoneApi.status();
      const { setup, call: present, caller } = phoneStore.get();
      const before = draft.kept();
      if (!answer.ok || isLive(present)) return;
      if (setup) phoneStore.set({ setup: { ...setup, status: answer.body } });
      const { wrap, undisposed } = answer.body;
      const reference = wrap?.reference ?? undisposed?.reference;
      if (!reference) {
        phoneStore.set({ wrapUp: before?.draft ? { ...before, until: null, required: false } : null });
        return;
      }
      const until = wrap ? Date.parse(wrap.until) : null;
      const own = call?.sessionId === reference ? call : undefined;
      const phone = own?.phone ?? wrap?.phoneNumber ?? undisposed?.phoneNumber ?? "";
      const found = own && caller?.contact.state === "found" ? caller.contact.data.name : "";
      const known = before?.reference === reference ? before : undefined;
      phoneStore.set({
        wrapUp: {
          ...{ reference, phone, until, required: undisposed !== null, draft: known?.draft },
          name: own?.name || found || (known?.name ?? ""),
          seconds: own ? talked(own) : (known?.seconds ?? null),
        },
      });
    },
  };
}

function talked({ answeredAt, endedAt }: Call): number | null {
  return answeredAt === undefined || endedAt === undefined ? null : Math.round((endedAt - answeredAt) / 1000);
}

/**
 * Keeps a wrap-up that was begun for this tab, so that a reload does not lose its note. It is dropped when the wrap-up
 * is saved or closed.
 * @param owner whose phone it is: another person in the same tab finds nothing
 */
function createWrapUpDraft(owner: string) {
  const key = ["draft", owner, "wrap-up"].join(" ");
  let shown = phoneStore.get().wrapUp;
  const stop = phoneStore.watch(() => {
    const { wrapUp } = phoneStore.get();
    if (wrapUp === shown) return;
    if (wrapUp?.draft) store(key, wrapUp);
    else if (shown) store(key, undefined);
    shown = wrapUp;
  });
  return { stop, kept: () => phoneStore.get().wrapUp ?? readStored<WrapUp>(key) };
}
