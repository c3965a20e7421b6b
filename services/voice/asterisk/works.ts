import { type AriMethod, type AskAri, isGone } from "./request";

/** How something that a call does came to its end: by itself, because it was stopped, or because its channel is gone. */
export type WorkEnd = "done" | "stopped" | "gone";
/** `detect` is a phone that rings, and then the dialplan that finds out who answered. */
export type WorkKind = "play" | "record" | "ring" | "detect";

type Work = {
  call: string;
  kind: WorkKind;
  /** How it is ended, and where it can be asked for while it goes on. */
  end: readonly [AriMethod, string];
  at: string;
  settle(end: WorkEnd): void;
};

/** What Asterisk does for calls now, by the ids that we gave: each is a promise that an event settles. */
export function ariWorks(ask: AskAri, onError: (error: unknown) => void) {
  const works = new Map<string, Work>();

  const forCall = (call: string) => [...works].filter(([, work]) => work.call === call);
  const endAt = ({ end: [method, path] }: Work) =>
    ask(method, path).then(
      () => undefined,
      (error: unknown) => {
        if (!isGone(error)) onError(error);
      },
    );

  return {
    /** Begins it; an error of the request that is not 404 is thrown. */
    async start(
      id: string,
      work: Omit<Work, "settle">,
      request: () => Promise<unknown>,
      timeoutMs: number,
    ): Promise<WorkEnd> {
      let timer: NodeJS.Timeout | undefined;
      const ended = new Promise<WorkEnd>((resolve) => {
        const settle = (end: WorkEnd) => {
          works.delete(id);
          clearTimeout(timer);
          resolve(end);
        };
        works.set(id, { ...work, settle });
        // No event came: it is ended all the same.
        timer = setTimeout(() => {
          const late = works.get(id);
          if (!late) return;
          settle("stopped");
          void endAt(late);
        }, timeoutMs).unref();
      });
      try {
        await request();
      } catch (error) {
        works.get(id)?.settle("gone");
        if (!isGone(error)) throw error;
      }
      return ended;
    },
    /** An event told that it has ended. False: it is not known. */
    settle(id: string, end: WorkEnd): boolean {
      const work = works.get(id);
      work?.settle(end);
      return work !== undefined;
    },
    isGoingOn: (id: string) => works.has(id),
    /** Ends all that a call does. */
    async stop(
      call: string,
      end: WorkEnd = "stopped",
      kinds: readonly WorkKind[] = ["play", "record", "ring", "detect"],
    ) {
      const its = forCall(call).filter(([, { kind }]) => kinds.includes(kind));
      for (const [, work] of its) work.settle(end);
      await Promise.all(its.map(([, work]) => endAt(work)));
    },
    /** Asks what became of each, after events were lost; of calls whose answer is looked at, who has them knows. */
    async readAgain(): Promise<void> {
      for (const [id, { at, kind }] of [...works]) {
        if (kind === "detect") continue;
        try {
          const state = await ask("GET", at);
          const isUp = kind === "ring" && /"state"\s*:\s*"Up"/.test(Buffer.from(state).toString("utf8"));
          if (isUp) works.get(id)?.settle("done");
        } catch (error) {
          if (isGone(error)) works.get(id)?.settle(kind === "ring" ? "gone" : "done");
          else onError(error);
        }
      }
    },
  };
}
