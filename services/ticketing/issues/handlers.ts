import { problem } from "../../kit/contract";
import { type Database, inAccount } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { IssueFile, issueCalls } from "../contract.issues";
import { linksElsewhere } from "../tickets/files";
import { ensureAccount } from "../workspace/seed";
import { makeSupportDesk } from "./desk";
import { issuePage, offeredProducts, reportIssues } from "./issues";

const made = new WeakMap<Database["db"], Set<string>>();

/** The issue drawer. Everything is written to and read from the support account's desk, and only what one's account reported. */
export function issueHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, keyof typeof issueCalls> {
  const { write, read, database, deps } = service;
  const support = deps.supportAccount;

  async function ready() {
    const known = made.get(database.db) ?? new Set<string>();
    made.set(database.db, known);
    if (known.has(support)) return;
    await ensureAccount(database.db, support);
    await inAccount(database.db, support, (trx) => makeSupportDesk(trx, support));
    known.add(support);
  }

  /** @throws HttpError 503 while the support account can't be asked for */
  async function products() {
    const answer = await deps.clientsOfAccount(support).identity.accountOf();
    if (answer.status !== 200)
      throw new HttpError(503, "The products can't be loaded just now. Try again in a moment.");
    return offeredProducts(answer.body.products);
  }

  return {
    async issueProducts() {
      return { status: 200, body: { support_account: support, data: await products() } };
    },

    async reportIssue({ body }, context) {
      const { account, who } = context;
      if (body.jibu_account !== account || (body.customer_account !== undefined && body.customer_account !== support))
        return problem(422, "The account of the form is not the account of the person who sends it.", {
          jibu_account: ["This is not your account."],
        });
      const offered = await products();
      if (
        !body.tickets.every((entry) =>
          offered.some(({ id, name }) => id === entry.product_id && name === entry.product),
        )
      )
        return problem(422, "Choose a product from the list.", { product: ["Choose a product from the list."] });
      await ready();
      const kept = [...body.files, ...body.tickets.flatMap(({ files }) => files)].flatMap(({ id }) => id ?? []);
      if (!(await bind(account, kept, who)))
        return problem(422, "A file could not be kept. Attach it again.", { files: ["Attach the file again."] });
      const from = {
        account,
        account_name: account,
        user: who.kind === "person" ? who.id : null,
        email: who.kind === "person" ? who.email : "",
        name: who.kind === "person" ? who.name : body.name,
      };
      const ids = await write(
        context,
        // The reporter is the desk's customer, none of its people.
        (unit) => reportIssues({ ...unit, by: { id: null, name: from.name, kind: "customer" } }, body, from),
        support,
      );
      return { status: 201, body: { status: 201, message: "Issue reported successfully", ids } };
    },

    async issues({ query }, { account }) {
      await ready();
      const page = await read(support, (trx) => issuePage(trx, support, account, query));
      const files = page.data.flatMap((issue) => issue.files.flatMap(({ id }) => id ?? []));
      const links = await linksElsewhere(
        deps.clientsOfAccount,
        files.map((id) => ({ file_id: id, file_account: account })),
      );
      const shown = (file: IssueFile) => ({ ...file, url: (file.id && links.get(file.id)) || file.url || "/issues" });
      const data = page.data.map((issue) => ({ ...issue, files: issue.files.map(shown) }));
      return { status: 200, body: { ...page, data } };
    },
  };

  /** Ties the reporter's own uploads to what they report, so that they stay. */
  async function bind(account: string, ids: readonly string[], who: Person | Service): Promise<boolean> {
    const [first] = ids;
    if (!first) return true;
    const user = who.kind === "person" ? { user_id: who.id } : {};
    const body = { ids: [...new Set(ids)], subject: "issue", subject_id: first, ...user };
    return (await deps.clientsOfAccount(account).uploads.attach({ body })).status === 201;
  }
}
