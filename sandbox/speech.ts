// Azure AI Speech over HTTP on loopback: what is spoken is a melody that is the text's own.
import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { listenOn } from "./chat-wire";
import { readSsml } from "./speech-ssml";
import { melodyWav } from "./speech-wav";

/** A text that was made into a sound. */
export type SandboxSpokenText = { id: number; text: string; voice: string; at: Date; wav: Uint8Array<ArrayBuffer> };

/** May be changed at any time. */
type SpeechBehaviour = {
  /** What the next texts meet; "limit once" is "accept" afterwards. */
  speak: "accept" | "limit" | "limit once" | "fail" | "silent" | "page" | "too much" | "break off";
};

export type SandboxSpeech = Awaited<ReturnType<typeof startSpeech>>;

const formats: Record<string, number> = {
  "riff-8khz-16bit-mono-pcm": 8_000,
  "riff-24khz-16bit-mono-pcm": 24_000,
  "riff-48khz-16bit-mono-pcm": 48_000,
};
const voices = [
  ...["en-KE-AsiliaNeural", "en-KE-ChilembaNeural", "sw-KE-ZuriNeural", "sw-KE-RafikiNeural"],
  ...["sw-TZ-RehemaNeural", "sw-TZ-DaudiNeural", "en-GB-SoniaNeural", "en-US-JennyNeural"],
];
/** Texts that are kept, and bytes that a request may have. */
const [kept, maxBytes] = [50, 64_000];

/** A resource of Azure's on loopback; port 0 takes a free one. */
export async function startSpeech({ port = 0 } = {}) {
  const key = randomBytes(32).toString("hex");
  const behaviour: SpeechBehaviour = { speak: "accept" };
  const counts = { requests: 0, spoken: 0, atOnce: 0, mostAtOnce: 0 };
  const spoken: SandboxSpokenText[] = [];

  async function speak(c: Context): Promise<Response> {
    counts.requests++;
    if (c.req.header("ocp-apim-subscription-key") !== key)
      return c.json({ error: { code: "401", message: "Access denied due to invalid subscription key." } }, 401);
    const fault = faultOf(behaviour);
    if (fault) return fault(c);
    if (!c.req.header("content-type")?.startsWith("application/ssml+xml")) return c.body(null, 415);
    const hertz = formats[c.req.header("x-microsoft-outputformat") ?? ""];
    const agent = c.req.header("user-agent") ?? "";
    const body = await c.req.text();
    if (!hertz || agent === "" || agent.length >= 255 || body.length > maxBytes) return c.body(null, 400);
    const ssml = readSsml(body);
    if (!ssml || !voices.includes(ssml.voice) || ssml.text.trim() === "") return c.body(null, 400);
    const wav = melodyWav(ssml, hertz);
    counts.spoken++;
    spoken.unshift({ id: counts.spoken, ...ssml, at: new Date(), wav });
    spoken.length = Math.min(kept, spoken.length);
    return new Response(wav, { headers: { "content-type": "audio/x-wav" } });
  }

  const http = new Hono();
  http.post("/cognitiveservices/v1", async (c) => {
    counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.atOnce);
    return speak(c).finally(() => counts.atOnce--);
  });
  const server = await listenOn(http, port);
  return {
    ...{ url: server.url, close: server.close, key, behaviour, counts },
    /** The last texts, newest first. */
    spoken: (): readonly SandboxSpokenText[] => spoken,
    /** Settings of an application that speaks with it. */
    settings: { VOICE_SPEECH_URL: server.url, VOICE_SPEECH_KEY: key },
  };
}

type Fault = (c: Context) => Response | Promise<Response>;

/** How a request goes wrong; undefined: it doesn't. */
function faultOf(behaviour: SpeechBehaviour): Fault | undefined {
  const { speak } = behaviour;
  if (speak === "limit once") behaviour.speak = "accept";
  if (speak === "limit" || speak === "limit once") {
    const seconds = speak === "limit" ? "60" : "1";
    return (c) => c.text("Too Many Requests", 429, { "retry-after": seconds });
  }
  if (speak === "fail") return (c) => c.text("Service Unavailable", 503, { "retry-after": "60" });
  if (speak === "page") return (c) => c.html("<!doctype html><title>Sign in to this network</title>");
  if (speak === "too much") return (c) => c.body(new Uint8Array(12_000_000), 200, { "content-type": "audio/x-wav" });
  if (speak === "break off") return breakOff;
  if (speak !== "silent") return undefined;
  return async (c) => {
    while (!c.req.raw.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 50).unref());
    return c.body(null, 408);
  };
}

/** Sends the beginning of a wav, and breaks the connection. */
function breakOff({ env }: Context<{ Bindings: HttpBindings }>): Response {
  const { outgoing } = env;
  outgoing.writeHead(200, { "content-type": "audio/x-wav" });
  outgoing.write(melodyWav({ text: "Broken", voice: "" }, 8_000).slice(0, 2_000), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
