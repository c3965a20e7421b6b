import type { VisitorEvent } from "../../rules/webchat";
import { ours, type WebchatFixture } from "./fixture";

/** A visitor's open stream, read as a browser reads it. */
export async function listenAt({ app }: Pick<WebchatFixture, "app">, token: string, last?: number) {
  const headers = {
    host: "jibu.test",
    authorization: `Bearer ${token}`,
    ...(last ? { "last-event-id": String(last) } : {}),
  };
  const stop = new AbortController();
  const response = await app.fetch(new Request(`${ours}/webchat/v1/events`, { headers, signal: stop.signal }));
  const told: (VisitorEvent & { id?: number })[] = [];
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    let rest = "";
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
      if (done) return "ended";
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
        if (fields.event) told.push({ kind: fields.event, ...JSON.parse(fields.data), id: Number(fields.id) });
      }
    }
  })();
  const texts = () =>
    told
      .flatMap((one) => (one.kind === "snapshot" ? one.messages : one.kind === "message" ? [one.message] : []))
      .map(({ text }) => text);
  return { response, told, texts, reading, close: () => reader?.cancel() };
}
