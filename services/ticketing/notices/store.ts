import { sql } from "kysely";
import { quick } from "../../kit/account-read";
import type { Trx } from "../../kit/database";
import { type Asked, byNumber } from "../../kit/paging";
import { type Notice, noticeKinds } from "../contract.notices";
import { bigints, row, rows } from "../desk/act";
import { pageOfRows } from "../desk/pages";
import { pageOfNotice } from "./mails";
import { mailedUnlessSaid } from "./notify";

type Row = Omit<Notice, "at" | "read_at" | "href"> & { at: Date; read_at: Date | null };
const columns = sql.raw("id, kind, ticket_id, words, at, read_at");

function shown(notice: Row): Notice {
  const { at, read_at } = notice;
  return {
    ...notice,
    href: pageOfNotice(notice.kind, notice.ticket_id),
    at: at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
  };
}

export async function noticePage(trx: Trx, account: string, user: string, asked: Asked & { unread?: "1" | undefined }) {
  const unread = asked.unread ? sql`read_at is null` : sql`true`;
  const page = await pageOfRows<Row>(trx, asked, {
    select: columns,
    from: sql`ticketing.notices where customer_account = ${account} and user_id = ${user} and shown and ${unread}`,
    order: byNumber("id"),
  });
  return { ...page, data: page.data.map(shown) };
}

export async function unreadOf(trx: Trx, account: string, user: string) {
  const mine = sql`customer_account = ${account} and user_id = ${user} and shown and read_at is null`;
  // Every page of everybody asks both: quick, so that they travel with what else the page reads.
  const [counted, newest] = await Promise.all([
    row<{ n: number }>(
      trx,
      sql`${sql.raw(quick)} select count(*)::int as n from (select 1 from ticketing.notices where ${mine} limit 1000) c`,
    ),
    rows<Row>(
      trx,
      sql`${sql.raw(quick)} select ${columns} from ticketing.notices where ${mine} order by id desc limit 5`,
    ),
  ]);
  return { unread: counted?.n ?? 0, newest: newest.map(shown) };
}

export async function markRead(
  trx: Trx,
  account: string,
  user: string,
  ids: readonly number[],
  all: boolean,
): Promise<number> {
  const gone = await rows(
    trx,
    sql`
    update ticketing.notices set read_at = now() where customer_account = ${account} and user_id = ${user} and shown
      and read_at is null and (${all} or id = any(${bigints(ids)})) returning 1`,
  );
  return gone.length;
}

type Preference = { kind: Notice["kind"]; in_app: boolean; email: boolean };

export async function preferencesOf(trx: Trx, account: string, user: string): Promise<Preference[]> {
  const said = await rows<Preference>(
    trx,
    sql`
    select kind, in_app, email from ticketing.notice_preferences where customer_account = ${account} and user_id = ${user}`,
  );
  return noticeKinds.map(
    (kind) => said.find((one) => one.kind === kind) ?? { kind, in_app: true, email: mailedUnlessSaid.includes(kind) },
  );
}

export async function savePreferences(
  trx: Trx,
  account: string,
  user: string,
  given: readonly Preference[],
): Promise<void> {
  for (const { kind, in_app, email } of given)
    await sql`
      insert into ticketing.notice_preferences (customer_account, user_id, kind, in_app, email)
      values (${account}, ${user}, ${kind}, ${in_app}, ${email})
      on conflict (customer_account, user_id, kind) do update set in_app = excluded.in_app, email = excluded.email`.execute(
      trx,
    );
}
