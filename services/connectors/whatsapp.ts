// WhatsApp, the Cloud API over the Graph: https://developers.facebook.com/docs/whatsapp/cloud-api
import { createHmac } from "node:crypto";
import { z } from "zod";
import { isHeaderFormat, mediaParameters } from "../../rules/whatsapp/header-files";
import { constantTimeEqual } from "../kit/constant-time";
import { fetchOutside, OutsideError } from "../kit/outside";
import { formWith, type Handed, type OutgoingFile } from "./message";
import { lost } from "./telegram";
import { isUnexplained, optsOut, stops, waits, wordsFor } from "./whatsapp.errors";
import { graph, WhatsappRefused } from "./whatsapp.graph";
import { interactiveMessage } from "./whatsapp.interactive";

const Sent = z.object({ messages: z.array(z.object({ id: z.string().min(1).max(300) })).min(1) });
const Number_ = z.object({
  id: z.coerce.string(),
  display_phone_number: z.string().default(""),
  verified_name: z.string().default(""),
  quality_rating: z.string().default(""),
});
const Media = z.object({ url: z.url(), file_size: z.coerce.number().optional() });
const Debug = z.object({ data: z.object({ expires_at: z.number().default(0) }) });

/** Meta's own hosts for files; nowhere else does the token go. */
const mediaHosts = /^(lookaside\.fbsbx\.com|[\w-]+(\.[\w-]+)*\.(fbcdn\.net|whatsapp\.net))$/;

/** Whether Meta signed these very bytes with the app's secret; without a secret nothing is (statement M2). */
export function signedBy(secret: string, header: string | undefined, raw: Uint8Array): boolean {
  if (secret === "") return false;
  const given = /^sha256=([0-9a-f]{64})$/.exec(header ?? "")?.[1];
  const expected = createHmac("sha256", secret).update(raw).digest();
  return constantTimeEqual(Buffer.from(given ?? "", "hex"), expected);
}

/** The header that Meta sends with bytes it signs. */
export function signatureFor(secret: string, raw: Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;
}

/** A template with the values of its variables, as the Cloud API takes them. */
export type OutgoingTemplate = { name: string; language: string; components: object[] };

type Choice = { id: string; title: string };
/** A text, and at most three buttons of 20 characters or ten rows of 24. */
export type OutgoingQuestion = {
  text: string;
  buttons?: Choice[] | undefined;
  list?: { open: string; rows: Choice[] } | undefined;
};

/** What became of a file that was given to WhatsApp, which keeps it for 30 days. */
export type KeptMedia = { kind: "kept"; id: string } | Extract<Handed, { kind: "later" | "refused" }>;

type Settings = { url: string; version: string; number: string; token: string };

/** A number of the Cloud API. @param settings `version` v23.0, `number` the phone number id */
export function whatsapp({ url, version, number, token }: Settings) {
  const { base, files, authorization, ask } = graph({ url, version, token });

  async function send(to: string, message: object, opaque: string): Promise<Handed> {
    // A customer without a number is known by an id with a country before a dot (statement M11).
    const whom = to.includes(".") ? { recipient: to } : { to };
    const body = { messaging_product: "whatsapp", recipient_type: "individual", ...whom, ...message };
    const headers = { "content-type": "application/json" };
    try {
      const init = { method: "POST", headers, body: JSON.stringify({ ...body, biz_opaque_callback_data: opaque }) };
      const sent = Sent.safeParse(await ask(`${number}/messages`, init));
      const [first] = sent.data?.messages ?? [];
      return first ? { kind: "sent", provider_id: first.id } : { kind: "unknown" };
    } catch (error) {
      return handed(error);
    }
  }

  /** Gives a file to WhatsApp. Nothing is sent with it: what broke off is tried again. */
  async function keep(file: OutgoingFile): Promise<KeptMedia> {
    const form = await formWith({ messaging_product: "whatsapp", type: file.type }, "file", file);
    try {
      const kept = await ask(`${number}/media`, { method: "POST", ...form }, files);
      return { kind: "kept", id: z.object({ id: z.coerce.string() }).parse(kept).id };
    } catch (error) {
      const outcome = handed(error);
      return outcome.kind === "later" || outcome.kind === "refused" ? outcome : { kind: "later", seconds: 15 };
    }
  }

  return {
    keep,
    /** Whose number it is. @throws WhatsappRefused, OutsideError */
    async me() {
      const fields = "display_phone_number,verified_name,quality_rating";
      const found = Number_.parse(await ask(`${number}?fields=${fields}`));
      return {
        id: found.id,
        name: found.verified_name,
        shown: found.display_phone_number,
        quality: found.quality_rating,
      };
    },
    /** When the token ends; null: never, or Meta does not say. */
    async tokenUntil(): Promise<Date | null> {
      const found = await ask(`debug_token?input_token=${encodeURIComponent(token)}`).catch(() => undefined);
      const until = Debug.safeParse(found).data?.data.expires_at ?? 0;
      return until > 0 ? new Date(until * 1000) : null;
    },
    text(to: string, text: string, opaque: string): Promise<Handed> {
      return send(to, { type: "text", text: { body: text, preview_url: false } }, opaque);
    },
    /** A text with buttons or a list; one with neither is a text like any other. */
    question(to: string, { text, buttons, list }: OutgoingQuestion, opaque: string): Promise<Handed> {
      if (!buttons && !list) return send(to, { type: "text", text: { body: text, preview_url: false } }, opaque);
      const choices = list
        ? { kind: "list" as const, button: list.open, options: list.rows }
        : { kind: "buttons" as const, button: "", options: buttons ?? [] };
      return send(to, interactiveMessage(text, choices), opaque);
    },
    /** A text with choices that can be tapped, as they are kept with it. */
    choices(to: string, text: string, choices: Parameters<typeof interactiveMessage>[1], opaque: string) {
      return send(to, interactiveMessage(text, choices), opaque);
    },
    /** An approved template, filled in. @param file of its header; it is given to WhatsApp first */
    async template(to: string, given: OutgoingTemplate, opaque: string, file?: OutgoingFile): Promise<Handed> {
      const { name, language } = given;
      const kept = file && (await keep(file));
      if (kept && kept.kind !== "kept") return kept;
      const components = kept ? [headerWith(file, kept.id), ...given.components] : given.components;
      const template = { name, language: { code: language }, ...(components.length > 0 ? { components } : {}) };
      return send(to, { type: "template", template }, opaque);
    },
    /** The file is given to WhatsApp first; until the message itself leaves nothing can have arrived. */
    async file(to: string, file: OutgoingFile, caption: string, opaque: string): Promise<Handed> {
      const kept = await keep(file);
      if (kept.kind !== "kept") return kept;
      const { id } = kept;
      const kind = kindOf(file.type);
      // A sound has no words of its own.
      const said = caption && kind !== "audio" ? { caption } : {};
      const named = { id, ...said, ...(kind === "document" ? { filename: file.name } : {}) };
      return send(to, { type: kind, [kind]: named }, opaque);
    },
    /** The bytes of a customer's file, from Meta's hosts only. @throws WhatsappRefused, OutsideError */
    async download(id: string): Promise<Uint8Array<ArrayBuffer>> {
      const found = Media.parse(await ask(encodeURIComponent(id), {}, files));
      let at = new URL(found.url);
      for (let hop = 0; hop < 3; hop++) {
        const own = at.origin === new URL(base).origin;
        if (!own && !(at.protocol === "https:" && at.port === "" && mediaHosts.test(at.hostname)))
          throw new OutsideError("address", `${at.host} is no place of WhatsApp's files.`);
        const answer = await fetchOutside(at, { headers: { authorization }, redirect: "manual" }, files);
        const onward = answer.headers.get("location");
        if (answer.status < 300 || answer.status >= 400 || onward === null) {
          const away = answer.status === 429 || answer.status >= 500;
          if (away) throw new WhatsappRefused(131016, wordsFor(131016));
          if (answer.status !== 200) throw new WhatsappRefused(131052, wordsFor(131052));
          return new Uint8Array(await answer.arrayBuffer());
        }
        at = new URL(onward, at);
      }
      throw new OutsideError("redirects", "The file's address leads in circles.");
    },
  };
}

/** What WhatsApp shows in place; anything else is a document. */
function kindOf(type: string): "image" | "audio" | "video" | "document" {
  if (/^image\/(png|jpeg)$/.test(type)) return "image";
  if (/^audio\/(ogg|mpeg|mp4|aac|amr)$/.test(type)) return "audio";
  return /^video\/(mp4|3gpp)$/.test(type) ? "video" : "document";
}

/** The header of a template with a file that WhatsApp has. */
function headerWith({ type, name }: OutgoingFile, id: string): object {
  const format = kindOf(type).toUpperCase();
  return { type: "header", parameters: isHeaderFormat(format) ? mediaParameters(format, "", { id, name }) : [] };
}

function handed(error: unknown): Handed {
  if (!(error instanceof WhatsappRefused)) return lost(error);
  const { code } = error;
  const seconds = waits(code);
  if (seconds !== undefined)
    return { kind: "later", seconds, code, ...(isUnexplained(code) ? { words: error.words } : {}) };
  // A bare 5xx without a code of theirs: it may have been taken.
  if (code >= 500 && code < 600) return { kind: "unknown" };
  return {
    ...{ kind: "refused", words: error.words, code },
    ...(stops(code) ? { stops: true } : {}),
    ...(optsOut(code) ? { optedOut: true } : {}),
  };
}
