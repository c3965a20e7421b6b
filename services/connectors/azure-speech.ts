// Azure AI Speech, text to speech: https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech
import { setTimeout } from "node:timers/promises";
import { brand } from "../../rules/brand";
import { isLoopback } from "../kit/address";
import { fetchOutside, OutsideError, type OutsidePolicy } from "../kit/outside";
import { readWav, type WavSound } from "../kit/wav";

/** A text in plain words, the voice that speaks it, and the voice's language such as sw-KE. */
export type SpeechRequest = { text: string; voice: string; locale: string };

/** What became of it. `later`: the same request may succeed after a while. `refused`: what has to be put right first. */
export type SpeechOutcome =
  | { kind: "spoken"; sound: WavSound }
  | { kind: "later"; words: string }
  | { kind: "refused"; words: string };

/** What makes speech of texts. */
export type Speaker = { speak(request: SpeechRequest): Promise<SpeechOutcome> };

type AzureSettings = {
  /** Of the resource's region, or the sandbox's. */
  url: string;
  key: string;
  /** Seconds for one request with its whole answer. */
  seconds?: number;
};

/** What telephones carry, which is all that a caller can hear. */
const hertz = 8_000;
const format = "riff-8khz-16bit-mono-pcm";
/** Azure makes ten minutes at most. */
const maxBytes = 10 * 60 * hertz * 2 + 4_096;
/** Seconds after which a request that Azure did not take is repeated, where it asks for no more. */
const [pause, longestPause] = [1, 3];

/** Text to speech by a resource of Azure's. The words of its outcomes hold neither the key nor the text. */
export function azureSpeech({ url, key, seconds = 15 }: AzureSettings): Speaker {
  const base = url.replace(/\/+$/, "");
  const inside = isLoopback(new URL(base).hostname.replace(/^\[|\]$/g, ""));
  // The address is the operator's choice; only the sandbox's is in this machine.
  const policy: OutsidePolicy = { seconds, bytes: maxBytes, allow: (address) => inside && isLoopback(address) };

  async function ask(body: string): Promise<SpeechOutcome | Again> {
    const headers = {
      "ocp-apim-subscription-key": key,
      "content-type": "application/ssml+xml",
      "x-microsoft-outputformat": format,
      "user-agent": brand.name,
    };
    try {
      // The key must not follow a redirect.
      const init = { method: "POST", headers, body, redirect: "manual" } as const;
      const answer = await fetchOutside(`${base}/cognitiveservices/v1`, init, policy);
      if (answer.status !== 200) {
        await answer.body?.cancel();
        return refusal(answer.status, answer.headers);
      }
      const sound = readWav(new Uint8Array(await answer.arrayBuffer()));
      if (sound?.rate !== hertz) return { kind: "later", words: "The speech service sent something that is no sound." };
      if (sound.samples.length === 0) return { kind: "refused", words: "Nothing can be heard of this text." };
      return { kind: "spoken", sound };
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      return lost(error);
    }
  }

  return {
    async speak(request) {
      const body = ssml(request);
      const first = await ask(body);
      if (first.kind !== "again") return first;
      if (first.seconds <= longestPause) {
        await setTimeout(first.seconds * 1_000);
        const second = await ask(body);
        if (second.kind !== "again") return second;
      }
      return { kind: "later", words: first.words };
    },
  };
}

/** One voice that speaks plain text (SSML 1.0). */
export function ssml({ text, voice, locale }: SpeechRequest): string {
  const [name, language] = [xmlText(voice), xmlText(locale)];
  return `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${language}"><voice name="${name}">${xmlText(text)}</voice></speak>`;
}

type Again = { kind: "again"; seconds: number; words: string };

/** Azure took nothing of these and charges nothing: only then is a request made twice. */
function refusal(status: number, headers: Headers): SpeechOutcome | Again {
  const given = Number(headers.get("retry-after"));
  const seconds = Number.isFinite(given) && given > 0 ? given : pause;
  if (status === 429) return { kind: "again", seconds, words: "The speech service is busy. Try again in a minute." };
  if (status === 401 || status === 403)
    return { kind: "refused", words: "The speech service does not accept the key of this installation." };
  if (status === 502 || status === 503)
    return { kind: "again", seconds, words: "The speech service has a fault now. Try again in a minute." };
  if (status >= 500) return { kind: "later", words: "The speech service has a fault now. Try again in a minute." };
  return { kind: "refused", words: `The speech service refused it (${status}).` };
}

/** What was asked may have been done and charged: it is not asked again. */
function lost({ fault }: OutsideError): SpeechOutcome {
  if (fault === "large") return { kind: "refused", words: "The speech service sent more than a sound can be." };
  const slow = fault === "slow";
  return {
    kind: "later",
    words: slow ? "The speech service took too long. Try again in a minute." : "The speech service can't be reached.",
  };
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Text as XML 1.0 can hold it: signs of its own are written as entities, and what it has no room for is a blank. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, " ")
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
