import { maxBytes, type ShownMessage } from "../rules/webchat";
import { requestId, sendFile } from "./api";
import type { Say } from "./labels";
import type { State, WidgetUpload } from "./state";

type Options = {
  state: State;
  say: Say;
  changed(): void;
  token(): Promise<string | undefined>;
  take(message: ShownMessage, unseen: number): void;
};

/** The files on their way to us. */
export function fileCalls({ state, say, changed, token, take }: Options) {
  return {
    async sendFile(file: File, id = requestId()): Promise<void> {
      state.note = file.size > maxBytes ? say("tooBig") : "";
      changed();
      if (file.size > maxBytes) return;
      const one: WidgetUpload = { id, name: file.name, part: 0, failed: "", file };
      state.files = [...state.files.filter((other) => other.id !== id), one];
      const mine = await token();
      const answer = mine
        ? await sendFile<{ message: ShownMessage; unseen: number }>(mine, file, id, (part) => {
            one.part = part;
            changed();
          })
        : undefined;
      if (answer?.ok) take(answer.body.message, answer.body.unseen);
      else one.failed = (answer && !answer.ok && !answer.away && answer.message) || say("problem");
      if (answer && !answer.ok && answer.status === 409) state.wantsForm = true;
      changed();
    },
    dropFile(id: string): void {
      state.files = state.files.filter((one) => one.id !== id);
      changed();
    },
  };
}
