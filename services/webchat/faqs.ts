import { sql } from "kysely";
import { z } from "zod";
import { type FaqLine, type FaqShown, type Language, languages } from "../../rules/webchat";
import { isDuplicate, type Trx } from "../kit/database";
import { checkedRow, checkedRows } from "../kit/row-schema";
import { hasRows } from "../kit/rows";
import { HttpError } from "../kit/serve";
import { Category, Faq, type FaqForm } from "./contract.schemas";

export const noFaq = "There is no such question.";
export const noCategory = "There is no such category.";

type Filter = { q?: string; language?: Language | undefined; faq_category_id?: number | undefined; id?: number };

/** What people typed as a search: every word must begin a word of the text. Undefined when there is no word in it. */
export function searchFor(q: string): string | undefined {
  const folded = q
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0
    ? words
        .slice(0, 12)
        .map((word) => `${word.slice(0, 60)}:*`)
        .join(" & ")
    : undefined;
}

const FaqRow = Faq.extend({ updated_at: z.date() });

/** Questions in their order: category, rank; those that fit a search best first. */
export async function listFaqs(trx: Trx, account: string, filter: Filter = {}): Promise<Faq[]> {
  const search = filter.q ? searchFor(filter.q) : undefined;
  const wanted = [
    sql`f.customer_account = ${account}`,
    ...(filter.id === undefined ? [] : [sql`f.id = ${filter.id}`]),
    ...(filter.language ? [sql`f.language = ${filter.language}`] : []),
    ...(filter.faq_category_id ? [sql`f.faq_category_id = ${filter.faq_category_id}`] : []),
    ...(search ? [sql`f.words @@ to_tsquery('simple', ${search})`] : []),
  ];
  const best = search ? sql`ts_rank(f.words, to_tsquery('simple', ${search})) desc,` : sql``;
  const rows = await checkedRows(
    trx,
    FaqRow,
    sql`
    select f.id, f.customer_account, f.faq_category_id, c.name as category, f.question, f.answer, f.language, f.rank,
      f.published, f.views, f.helped, f.updated_at
    from webchat.faqs f
    join webchat.faq_categories c on c.customer_account = f.customer_account and c.id = f.faq_category_id
    where ${sql.join(wanted, sql` and `)}
    order by ${best} c.rank, lower(c.name), f.rank, f.id limit 1000`,
  );
  return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }));
}

/** One question. @throws HttpError 404 */
export async function loadFaq(trx: Trx, account: string, id: number): Promise<Faq> {
  const [found] = await listFaqs(trx, account, { id });
  if (!found) throw new HttpError(404, noFaq);
  return found;
}

const CategoryRow = Category.omit({ faqs: true });

/** The categories in order, each with its questions. */
export async function listCategories(trx: Trx, account: string, id?: number): Promise<Category[]> {
  const one = id === undefined ? sql`true` : sql`id = ${id}`;
  const rows = await checkedRows(
    trx,
    CategoryRow,
    sql`
    select id, customer_account, name, rank from webchat.faq_categories
    where customer_account = ${account} and ${one} order by rank, lower(name) limit 500`,
  );
  const faqs = await listFaqs(trx, account, { faq_category_id: id });
  return rows.map((row) => ({ ...row, faqs: faqs.filter(({ faq_category_id }) => faq_category_id === row.id) }));
}

/** One category. @throws HttpError 404 */
export async function loadCategory(trx: Trx, account: string, id: number): Promise<Category> {
  const [found] = await listCategories(trx, account, id);
  if (!found) throw new HttpError(404, noCategory);
  return found;
}

/** Adds a question, or changes one. @throws HttpError 404, or 422 for a category that is not there */
export async function saveFaq(trx: Trx, account: string, form: FaqForm, id?: number): Promise<Faq> {
  const known = await listCategories(trx, account, form.faq_category_id);
  if (known.length === 0) throw new HttpError(422, noCategory, { faq_category_id: ["Choose a category of the list."] });
  if (id !== undefined) {
    const changed = await trx
      .updateTable("webchat.faqs")
      .set({ ...form, updated_at: new Date() })
      .where("customer_account", "=", account)
      .where("id", "=", id)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new HttpError(404, noFaq);
    return loadFaq(trx, account, id);
  }
  const made = await trx
    .insertInto("webchat.faqs")
    .values({ customer_account: account, ...form })
    .returning("id")
    .executeTakeFirstOrThrow();
  return loadFaq(trx, account, made.id);
}

/** Adds a category, or changes one. @throws HttpError 404, or 422 when the name is taken */
export async function saveCategory(
  trx: Trx,
  account: string,
  { name, rank }: { name: string; rank: number },
  id = 0,
): Promise<Category> {
  const found = await hasRows(
    trx,
    sql`
    select from webchat.faq_categories
    where customer_account = ${account} and lower(name) = lower(${name}) and id <> ${id}`,
  );
  const words = `There is a category named ${name} already.`;
  const taken = new HttpError(422, words, { name: [words] });
  if (found) throw taken;
  // Somebody may have taken it since it was looked for.
  const orTaken = (error: unknown): never => {
    throw isDuplicate(error) ? taken : error;
  };
  if (id > 0) {
    await sql`
      update webchat.faq_categories set name = ${name}, rank = ${rank}
      where customer_account = ${account} and id = ${id}`
      .execute(trx)
      .catch(orTaken);
    return loadCategory(trx, account, id);
  }
  const made = await trx
    .insertInto("webchat.faq_categories")
    .values({ customer_account: account, name, rank })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch(orTaken);
  return loadCategory(trx, account, made.id);
}

const PublicFaqRow = z.object({ id: z.number(), question: z.string(), language: z.enum(languages) });

/** What a visitor finds: published, in their language first, the most helpful first. */
export async function publicFaqs(
  trx: Trx,
  account: string,
  { q, language, limit }: { q: string; language: Language; limit: number },
): Promise<FaqLine[]> {
  const search = searchFor(q);
  const found = search ? sql`words @@ to_tsquery('simple', ${search})` : sql`true`;
  const best = search ? sql`ts_rank(words, to_tsquery('simple', ${search})) desc,` : sql``;
  return checkedRows(
    trx,
    PublicFaqRow,
    sql`
    select id, question, language from webchat.faqs
    where customer_account = ${account} and published and ${found}
    order by language <> ${language}, ${best} helped desc, rank, id limit ${limit}`,
  );
}

const ShownFaqRow = PublicFaqRow.extend({ answer: z.string() });

/** A published question as a visitor opens it: counted. */
export async function viewFaq(trx: Trx, account: string, id: number): Promise<FaqShown | undefined> {
  return checkedRow(
    trx,
    ShownFaqRow,
    sql`
    update webchat.faqs set views = views + 1
    where customer_account = ${account} and id = ${id} and published
    returning id, question, language, answer`,
  );
}

/** Counts a visitor whom the answer helped. */
export async function faqHelped(trx: Trx, account: string, id: number): Promise<boolean> {
  return hasRows(
    trx,
    sql`
    update webchat.faqs set helped = helped + 1
    where customer_account = ${account} and id = ${id} and published returning id`,
  );
}
