import { z } from "zod";
/** What a network told us, item by item; each is handled by itself (statement M5). */
export type Item =
  | {
      kind: "message";
      provider_id: string;
      /** Milliseconds, by the network's clock. */
      at: number;
      sender: {
        external_id: string;
        aliases: string[];
        name: string;
        msisdn: string;
        language: string;
        /** As the sender says; nobody vouches for it. */
        email?: string;
      };
      recipient: string;
      type: "text" | "unsupported";
      text: string;
      media?: Media;
      meta: Record<string, unknown>;
      echo: boolean;
      /** A machine answered: it opens nothing that has ended. */
      quiet?: boolean;
      /** A machine answered in the place of the customer, by its own words: it is kept, and is no answer of theirs. */
      machine?: boolean;
    }
  | { kind: "change"; provider_id: string; change: "edited" | "deleted" | "reaction"; text: string; at: number }
  | {
      kind: "status";
      provider_id: string;
      /** Our own id, where the network carries it back. */
      message_id?: string;
      status: "sent" | "delivered" | "read" | "failed";
      reason: string;
      code?: number;
    }
  /** All of ours to this customer up to then (Messenger's watermark), milliseconds. */
  | { kind: "mark"; external_id: string; before: number; status: "delivered" | "read" }
  /** A button was pressed: the network waits for a word about it. */
  | { kind: "pressed"; query: string }
  | { kind: "door"; external_id: string; closed: boolean }
  /** Something became of the customer, who wrote nothing; `new_id`: they have another id from now on. */
  | { kind: "customer"; external_id: string; words: string; new_id?: string; msisdn?: string }
  /** The network said something of the channel itself. */
  | { kind: "word"; words: string; stops: boolean }
  /** It said something of a business account: of a template, or of a number's quality. */
  | { kind: "business"; business: string; news: BusinessNews };

/** What WhatsApp tells of templates and numbers; states and reasons in its own words. */
export type BusinessNews =
  | { about: "template"; id: string; name: string; language: string; status: string; reason: string }
  | { about: "template quality"; id: string; quality: string }
  | { about: "template category"; id: string; category: string }
  | { about: "number"; shown: string; event: string; limit: string };

/** A file that stays with the network until it is fetched; `content`: it came with the message. */
export const Media = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.number().nullable(),
  content: z.instanceof(Uint8Array).optional(),
});
export type Media = z.infer<typeof Media>;

/** What became of a message that was handed over. */
export type Handed =
  | { kind: "sent"; provider_id: string }
  /**
   * `stops`: nothing goes out on this channel any more. `blocked`: nothing reaches this customer any more.
   * `optedOut`: they want no advertising. `code`: the network's own.
   */
  | { kind: "refused"; words: string; stops?: true; blocked?: true; optedOut?: true; code?: number }
  /** `words`: a fault that may last, so that it is not waited for without end. */
  | { kind: "later"; seconds: number; words?: string; code?: number }
  /** It may have arrived: never sent again by itself (statement M18). */
  | { kind: "unknown" };

export type OutgoingFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/** A form with one file in it, as bytes that can be sent. */
export async function formWith(fields: Record<string, string>, name: string, file: OutgoingFile) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set(name, new Blob([file.bytes], { type: file.type }), file.name);
  const made = new Response(form);
  const body = new Uint8Array(await made.arrayBuffer());
  return { body, headers: { "content-type": made.headers.get("content-type") ?? "" } };
}

/** JSON that may be anything; undefined when it is none. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}

type Place = {
  latitude: number;
  longitude: number;
  name?: string | undefined;
  address?: string | undefined;
};

/** A place that a customer sent, in words with a link to the map. */
export function placeWords({ latitude, longitude, name, address }: Place): string {
  const named = [name, address].filter(Boolean).join(", ");
  return `Location: ${named ? `${named}\n` : ""}https://maps.google.com/?q=${latitude},${longitude}`;
}
