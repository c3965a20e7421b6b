import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { TicketForm } from "../contract.forms";
import {
  IssueFile,
  type IssueForm,
  type issueCalls,
  issueProducts,
  issueSource,
  issueValues,
  predefinedIssues,
  ReportedIssue,
} from "../contract.issues";
import { createTicket } from "../tickets/create";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** What can be reported, of the products that the support account is subscribed to (R057). */
export function offeredProducts(subscribed: readonly string[]) {
  return issueProducts
    .filter(({ products }) => products.some((name) => subscribed.includes(name)))
    .map(({ id, name }) => ({ id, name, issues: [...(predefinedIssues[name] ?? [])] }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

type IssueReporter = { account: string; user: string | null; account_name: string; email: string; name: string };

/** One ticket at the support desk for each entry, with the documented fixed values. Answers their numbers. */
export async function reportIssues(
  unit: UnitOfWork,
  form: z.output<typeof IssueForm>,
  from: IssueReporter,
): Promise<number[]> {
  const ids: number[] = [];
  for (const entry of form.tickets) {
    const issue = entry.description.split("\n")[0] ?? entry.description;
    const { id } = await createTicket(
      unit,
      TicketForm.parse({
        ...issueValues,
        group_ids: [...issueValues.group_ids],
        subject: `${entry.product}: ${issue}`.slice(0, 300),
        description: entry.description,
        customer_id: from.account,
        customer_name: from.name,
        customer_email: from.email,
        source: issueSource,
        from_customer: true,
      }),
      { reported_account: from.account, product: entry.product },
    );
    const files = [...form.files, ...entry.files];
    for (const file of files)
      await sql`
        insert into ticketing.files (customer_account, ticket_id, origin_id, name, url, file_id, file_account, added_by)
        values (${unit.account}, ${id}, ${id}, ${file.name}, ${file.id ? "" : file.url}, ${file.id ?? null},
          ${file.id ? from.account : null}, ${from.name})`.execute(unit.trx);
    await sql`
      update ticketing.tickets set files_count = ${files.length}, created_by = null, reported_by = ${from.user}
      where customer_account = ${unit.account} and id = ${id}`.execute(unit.trx);
    ids.push(id);
  }
  return ids;
}

const Row = ReportedIssue.extend({
  /** A file that we keep gets its address when it is shown. */
  files: z.array(IssueFile.extend({ url: z.string() })),
  created_at: z.date(),
  updated_at: z.date(),
  resolved_at: z.date().nullable(),
});

type IssuePage = z.output<(typeof issueCalls)["issues"]["answers"][200]>;

/** What an account reported, as the support desk has it. */
export async function issuePage(
  trx: Trx,
  support: string,
  account: string,
  pageQuery: PageQuery & { status?: ReportedIssue["status"] | undefined },
): Promise<IssuePage> {
  const status = pageQuery.status ? sql`t.status = ${pageQuery.status}` : sql`true`;
  const page = await pageOfRows(trx, pageQuery, {
    schema: Row,
    select: sql`t.id, t.subject, t.description, t.product, t.status, t.customer_name as reported_by, t.created_at, t.updated_at,
      t.resolved_at,
      coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', f.name, 'url', f.url, 'id', f.file_id)) order by f.id) from ticketing.files f
        where f.customer_account = t.customer_account and f.origin_id = t.id and f.comment_id is null), '[]') as files,
      (select c.body from ticketing.comments c where c.customer_account = t.customer_account and c.ticket_id = t.id
        and c.kind = 'public' and c.author_kind = 'staff' order by c.id desc limit 1) as answer`,
    from: sql`ticketing.tickets t where t.customer_account = ${support} and t.reported_account = ${account}
      and t.deleted_at is null and ${status}`,
    order: byNumber("t.id"),
  });
  return {
    ...page,
    data: page.data.map((issue) => ({
      ...issue,
      created_at: issue.created_at.toISOString(),
      updated_at: issue.updated_at.toISOString(),
      resolved_at: issue.resolved_at?.toISOString() ?? null,
    })),
  };
}
