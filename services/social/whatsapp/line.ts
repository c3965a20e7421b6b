import type { z } from "zod";
import { whatsapp } from "../../connectors/whatsapp";
import { whatsappBusiness } from "../../connectors/whatsapp.business";
import { WhatsappRefused } from "../../connectors/whatsapp.graph";
import { inAccount, readAccount } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import { type ChannelRow, channelRow, channelSecrets, noteError } from "../channels";
import type { whatsappCalls } from "../contract.whatsapp";
import type { LoadedFile, SocialContext } from "../deps";
import { explain, NotConnected } from "../save";

/** A connected number with what speaks for it, and for its business account, to Meta's Graph. */
export type WhatsappLine = {
  row: ChannelRow;
  business: ReturnType<typeof whatsappBusiness>;
  number: ReturnType<typeof whatsapp>;
};

/** @throws HttpError 404 */
export async function openLine({ db, deps }: SocialContext, account: string, id: number): Promise<WhatsappLine> {
  const row = await readAccount(db, account, (trx) => channelRow(trx, account, id));
  if (row?.channel !== "whatsapp") throw new HttpError(404, "There is no such WhatsApp number.");
  const { token } = channelSecrets(deps.secret, account, row);
  const where = { url: deps.graphUrl, version: deps.graphVersion, token };
  const business = whatsappBusiness(where);
  return { row, business, number: whatsapp({ ...where, number: row.external_id }) };
}

/** Why nothing goes out on a number, in words, or "". */
export function whyClosed({ stopped, active }: ChannelRow): string {
  return stopped || (active ? "" : "This channel is switched off.");
}

/** What Meta refused of a business account. @throws NotConnected */
export function refused(error: unknown): never {
  return explain("whatsapp", error);
}

/** The same of a template or its sample: of what is wrong with them Meta's code says less than its words. */
export function refusedTemplate(error: unknown, what: "the template" | "the sample"): never {
  if (error instanceof WhatsappRefused && error.code === 100 && error.said)
    throw new NotConnected(`Meta did not take ${what}: ${error.said.slice(0, 300)}`);
  return refused(error);
}

/** The parts of a template with its sample, which Meta is given first. @throws NotConnected, OutsideError */
export async function withSample(
  { business }: WhatsappLine,
  components: readonly { type: string }[],
  file: LoadedFile | undefined,
): Promise<{ type: string }[]> {
  if (!file) throw new NotConnected("The sample is no longer there. Choose it again.");
  const handle = await business.uploadSample(file).catch((error) => refusedTemplate(error, "the sample"));
  return components.map((part) =>
    part.type.toUpperCase() === "HEADER" ? { ...part, example: { header_handle: [handle] } } : part,
  );
}

type GivenFile = z.output<(typeof whatsappCalls.keepWhatsappMedia.answers)[201]>;

/** Gives a stored file to WhatsApp for the messages of a number. */
export async function giveFile(
  { db, deps }: SocialContext,
  account: string,
  { row, number }: WhatsappLine,
  file_id: string,
): Promise<GivenFile> {
  const why = whyClosed(row);
  if (why) return { kind: "refused", words: why, stops: true };
  const file = await deps.load(account, file_id);
  if (!file) return { kind: "refused", words: "The file is no longer there." };
  const kept = await number.keep(file);
  if (kept.kind === "kept") return { kind: "kept", media_id: kept.id };
  if (kept.kind === "refused" && kept.stops)
    await inAccount(db, account, (trx) => noteError(trx, account, row.id, kept.words, true));
  return kept;
}
