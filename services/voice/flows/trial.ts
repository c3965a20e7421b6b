import { type TrialLine, tryFlow } from "../../../rules/voice-flow-try";
import type { Handlers } from "../../kit/serve";
import type { voice } from "../contract";
import type { VoiceContext } from "../workspace/context";
import { loadCalendars } from "./handlers";
import { listSounds, mustFindFlow, type SoundRow } from "./store";

/** What a caller would meet in a flow as it is written now. */
export function trialHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, "flowTrial"> {
  const { read, now } = service;
  return {
    async flowTrial({ params: { id }, query }, { account }) {
      const at = query.at ? new Date(query.at) : now();
      const calendars = await loadCalendars(service, account, at);
      const [flow, sounds] = await read(account, (trx) =>
        Promise.all([mustFindFlow(trx, account, id), listSounds(trx, account)]),
      );
      const { keys, answers, speaks } = query;
      const result = tryFlow(
        flow.draft,
        { keys, answers: answers === "1", speaks: speaks === "1" },
        { isOpen: (calendar) => calendars.find((one) => one.id === calendar)?.open ?? false, waiting: () => 0 },
      );
      const name = (step: number) => flow.draft.steps.find((one) => one.id === step)?.name ?? "";
      const lines = result.lines.map((line) => ({
        ...{ what: line.what, step: name(line.step), detail: lineDetail(line, sounds) },
      }));
      return { status: 200, body: { at: at.toISOString(), lines, outcome: result.outcome, step: name(result.step) } };
    },
  };
}

/** What is heard, pressed, waited for or rung. */
function lineDetail(line: TrialLine, sounds: readonly SoundRow[]): string {
  if (line.what === "hears") {
    const sound = sounds.find(({ id }) => id === line.sound);
    return sound ? sound.words || sound.name : "";
  }
  if (line.what === "presses") return line.key;
  if (line.what === "waits") return line.queue;
  return line.what === "rings" ? line.number : "";
}
