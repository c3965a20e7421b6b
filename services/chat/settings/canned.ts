import { sql } from "kysely";
import { z } from "zod";
import { filledIn, firstName, inLanguage } from "../../../rules/canned";
import { channelName } from "../../../rules/chat-channels";
import type { Trx } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { json, seconds } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { Canned, type CannedForm, type CannedOffer } from "../contract.canned";
import type { UnitOfWork } from "../workspace/unit-of-work";

const File = z.object({ id: z.string(), name: z.string(), bytes: z.number() });
export type File = z.infer<typeof File>;

/** Who asks for canned replies: whose own they have, of which team they are, and whether they may change all. */
export type Reader = { id: string; name: string; team: string; manages: boolean };

const CannedRow = z.object({
  id: z.number(),
  scope: Canned.shape.scope,
  holder: z.string(),
  title: z.string(),
  shortcut: z.string(),
  text_en: z.string(),
  text_sw: z.string(),
  files: z.array(File),
  used: z.number(),
  used_at: z.date().nullable(),
  updated_by: z.string(),
  updated_at: z.date(),
});
export type CannedRow = z.infer<typeof CannedRow>;

const columns = sql.raw(
  "id, scope, holder, title, shortcut, text_en, text_sw, files, used, used_at, updated_by, updated_at",
);
/** The most that one list shows; a search finds the rest. */
const most = 500;

/** What one may use: one's own, one's team's, everybody's. */
function usable({ id, team }: Reader) {
  return sql`(scope = 'all' or (scope = 'own' and holder = ${id} and ${id} <> '')
    or (scope = 'team' and holder = ${team} and ${team} <> ''))`;
}

/** What one may look at: who sets chats up sees every team's; nobody sees what another keeps for themselves. */
function readable(reader: Reader) {
  return reader.manages ? sql`(scope <> 'own' or holder = ${reader.id})` : usable(reader);
}

/** Everybody's and a team's belong to who sets chats up; one's own to oneself (statement M46). */
export function mayChange(reader: Reader, { scope, holder }: Pick<CannedRow, "scope" | "holder">): boolean {
  return scope === "own" ? holder === reader.id : reader.manages;
}

export function shownCanned({ holder, used_at, updated_at, ...kept }: CannedRow, reader: Reader): Canned {
  return {
    ...kept,
    team: kept.scope === "team" ? holder : "",
    used_at: seconds(used_at),
    updated_at: seconds(updated_at),
    mine: mayChange(reader, { scope: kept.scope, holder }),
  };
}

/** Whoever types "cafe" finds "café". */
function like(q: string) {
  const has = (column: "title" | "shortcut" | "text_en" | "text_sw") =>
    sql`strpos(chat.folded(${sql.ref(column)}), chat.folded(${q})) > 0`;
  return sql`(${q} = '' or ${has("title")} or ${has("shortcut")} or ${has("text_en")} or ${has("text_sw")})`;
}

export async function cannedList(
  trx: Trx,
  account: string,
  reader: Reader,
  { q, scope }: { q: string; scope?: Canned["scope"] | undefined },
): Promise<{ data: Canned[]; more: boolean }> {
  const found = await checkedRows(
    trx,
    CannedRow,
    sql`
    select ${columns} from chat.canned where customer_account = ${account} and ${readable(reader)} and ${like(q)}
      and (${scope ?? null}::text is null or scope = ${scope ?? null})
    order by array_position(array['own', 'team', 'all'], scope), lower(title), id limit ${most + 1}`,
  );
  return { data: found.slice(0, most).map((one) => shownCanned(one, reader)), more: found.length > most };
}

/** The row, when the caller may look at it. @throws HttpError 404 */
export async function mustRead(trx: Trx, account: string, reader: Reader, id: number): Promise<CannedRow> {
  const found = await checkedRow(
    trx,
    CannedRow,
    sql`select ${columns} from chat.canned where customer_account = ${account} and id = ${id} and ${readable(reader)}`,
  );
  if (!found) throw new HttpError(404, "There is no such canned reply.");
  return found;
}

const MergeValues = z.object({
  name: z.string(),
  email: z.string(),
  msisdn: z.string().nullable(),
  channel: z.string(),
  language: z.string(),
});
type MergeValues = z.infer<typeof MergeValues>;

/** What a conversation knows of the variables; nothing without one. */
async function findConversation(trx: Trx, account: string, id: number | undefined): Promise<MergeValues | undefined> {
  if (id === undefined) return undefined;
  return checkedRow(
    trx,
    MergeValues,
    sql`
    select coalesce(nullif(c.name, ''), p.name) as name, coalesce(nullif(c.email, ''), p.email) as email,
      coalesce(c.msisdn, p.msisdn) as msisdn, c.channel, coalesce(nullif(p.language, ''), c.language) as language
    from chat.contacts c join chat.people p on p.customer_account = c.customer_account and p.id = c.person_id
    where c.customer_account = ${account} and c.contact_id = ${id}`,
  );
}

/** What may be put into the writing, the most used first; with what the conversation knows filled in. */
export async function cannedOffers(
  trx: Trx,
  account: string,
  reader: Reader,
  { q, contact_id, keys }: { q: string; contact_id?: number | undefined; keys: boolean },
): Promise<CannedOffer[]> {
  const [talk, found] = [
    await findConversation(trx, account, contact_id),
    await checkedRows(
      trx,
      CannedRow,
      sql`
      select ${columns} from chat.canned where customer_account = ${account} and ${usable(reader)} and ${like(q)}
      order by used desc, lower(title), id limit ${most}`,
    ),
  ];
  const values = {
    name: talk?.name,
    first_name: firstName(talk?.name ?? ""),
    email: talk?.email,
    phone: talk?.msisdn,
    channel: talk && channelName(talk.channel),
    agent: reader.name,
  };
  return found.map(({ id, title, shortcut, files, ...texts }) => ({
    ...{ id, title, files },
    shortcut: keys ? shortcut : "",
    ...filledIn(inLanguage(texts, talk?.language ?? ""), values),
  }));
}

/** Makes or changes one. @throws HttpError 403, 404, and 422 for a title or a shortcut that another has */
export async function saveCanned(unit: UnitOfWork, reader: Reader, form: Saved): Promise<CannedRow> {
  const { trx, account, now, by } = unit;
  const was = form.id === undefined ? undefined : await mustRead(trx, account, reader, form.id);
  const holder = form.scope === "own" ? reader.id : form.scope === "team" ? form.team : "";
  const allowed = mayChange(reader, { scope: form.scope, holder }) && (!was || mayChange(reader, was));
  if (!allowed) throw new HttpError(403, "A reply of a team or of everyone needs the permission Manage chat settings.");
  await refuseDoubles(trx, account, holder, form);
  const { scope, title, shortcut, text_en, text_sw } = form;
  const saved = await checkedRow(
    trx,
    CannedRow,
    was
      ? sql`
      update chat.canned set scope = ${scope}, holder = ${holder}, title = ${title}, shortcut = ${shortcut}, text_en = ${text_en},
        text_sw = ${text_sw}, updated_by = ${by.name}, updated_at = ${now}
      where customer_account = ${account} and id = ${was.id} returning ${columns}`
      : sql`
      insert into chat.canned (customer_account, scope, holder, title, shortcut, text_en, text_sw, made_by, updated_by, made_at, updated_at)
      values (${account}, ${scope}, ${holder}, ${title}, ${shortcut}, ${text_en}, ${text_sw}, ${by.name}, ${by.name}, ${now}, ${now})
      returning ${columns}`,
  );
  if (!saved) throw new Error("the reply was not saved");
  return saved;
}
type Saved = Omit<Required<CannedForm>, "id" | "file_ids"> & { id?: number | undefined };

const DoubleRow = z.object({ title: z.string(), shortcut: z.string() });

/** One shortcut and one title within a scope: whoever writes /hours gets one reply (statement M46). */
async function refuseDoubles(trx: Trx, account: string, holder: string, form: Saved): Promise<void> {
  const others = await checkedRows(
    trx,
    DoubleRow,
    sql`
    select title, shortcut from chat.canned where customer_account = ${account} and scope = ${form.scope} and holder = ${holder}
      and id is distinct from ${form.id ?? null}::bigint
      and (lower(title) = lower(${form.title}) or (shortcut = ${form.shortcut} and shortcut <> ''))`,
  );
  const errors: Record<string, string[]> = {};
  if (others.some(({ title }) => title.toLowerCase() === form.title.toLowerCase()))
    errors.title = ["There is a reply of this title."];
  const taken = others.find(({ shortcut }) => shortcut !== "" && shortcut === form.shortcut);
  if (taken) errors.shortcut = [`/${taken.shortcut} is the shortcut of ${taken.title}.`];
  if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
}

export async function keepFiles({ trx, account }: UnitOfWork, id: number, files: readonly File[]): Promise<void> {
  await sql`
    update chat.canned set files = ${json(files)} where customer_account = ${account} and id = ${id}`.execute(trx);
}

const FilesRow = z.object({ files: z.array(File) });

/** Notes one use; answers the files that belong to it. @throws HttpError 404 for what the caller may not use */
export async function countUse(unit: UnitOfWork, reader: Reader, id: number): Promise<File[]> {
  const used = await checkedRow(
    unit.trx,
    FilesRow,
    sql`
    update chat.canned set used = used + 1, used_at = ${unit.now}
    where customer_account = ${unit.account} and id = ${id} and ${usable(reader)} returning files`,
  );
  if (!used) throw new HttpError(404, "There is no such canned reply.");
  return used.files;
}

export async function removeCanned({ trx, account }: UnitOfWork, id: number): Promise<void> {
  await sql`delete from chat.canned where customer_account = ${account} and id = ${id}`.execute(trx);
}

/** Who asks, as the rules of canned replies need to know them; a service manages everything. */
export function cannedReader(who: Person | Service, manages: boolean): Reader {
  return who.kind === "person"
    ? { id: who.id, name: who.name, team: who.user_group, manages }
    : { id: "", name: "", team: "", manages: true };
}
