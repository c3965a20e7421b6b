import pg from "pg";
import { appRole } from "./database";

type Ear = {
  heard(channel: string, payload: string): void;
  /** Listening began, or began again: what was told before is lost to it. */
  listening(): void;
  onError(error: unknown): void;
};

/** Milliseconds: between two tries to come back (doubling), between two questions whether the line still stands. */
const firstTry = 100;
const lastTry = 5_000;
const askEvery = 10_000;
const answerWithin = 5_000;

/**
 * Listens on channels of the database over a connection of its own, and comes back by itself when it is lost, for as
 * long as it takes. Throws when even the first time fails.
 */
export async function listenTo(url: string, channels: readonly string[], ear: Ear): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      options: `-c role=${appRole}`,
      application_name: "jibu live",
      connectionTimeoutMillis: answerWithin,
      keepAlive: true,
    });
    let over = false;
    const lose = (error?: unknown) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      if (error) ear.onError(error);
      fresh.end().catch(() => undefined);
      if (client !== fresh) return;
      client = undefined;
      if (!stopped) again(firstTry);
    };
    fresh.on("error", lose);
    fresh.on("end", () => lose());
    fresh.on("notification", ({ channel, payload = "" }) => ear.heard(channel, payload));
    try {
      await fresh.connect();
      for (const channel of channels) await fresh.query(`listen ${channel}`);
    } catch (error) {
      lose();
      throw error;
    }
    if (over || stopped) {
      lose();
      throw new Error("the line was lost while it was made");
    }
    client = fresh;
    ear.listening();
    ask(fresh, lose);
  }

  function again(wait: number): void {
    timer = setTimeout(() => {
      connect().catch((error: unknown) => {
        if (stopped) return;
        ear.onError(error);
        again(Math.min(wait * 2, lastTry));
      });
    }, wait);
    timer.unref();
  }

  /** A line that is silent because its other end is gone looks like one on which nothing happens: ask. */
  function ask(line: pg.Client, lose: (error: Error) => void): void {
    timer = setTimeout(() => {
      const late = setTimeout(() => lose(new Error("the database does not answer the listener")), answerWithin);
      line.query("select 1").then(
        () => {
          clearTimeout(late);
          if (client === line) ask(line, lose);
        },
        (error: Error) => {
          clearTimeout(late);
          lose(error);
        },
      );
    }, askEvery);
    timer.unref();
  }

  await connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
