import { createHash } from "node:crypto";
import { withAliases } from "../../../rules/access";
import { type Problem, problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { HttpError } from "../../kit/serve";
import type { BlastDetail, Price } from "../../messaging/contract.blasts";
import type { identity } from "../contract";
import type { ChildSend } from "../contract.reseller";
import { type ChildAccount, childFound } from "./children";
import type { ResellerDeps } from "./deps";
import { accountRow } from "./relation";
import { mustHaveWritten, noteDraft, noteSent, sendPage } from "./sends";

type Calls =
  | "childSending"
  | "childPrice"
  | "childDraft"
  | "childBlast"
  | "childConfirm"
  | "childMessages"
  | "childSends";

const noSms = "This account does not have SMS. Switch it on for the account first.";

/** Messages that a parent sends for its child: in the child's account, at its price, out of its wallet. */
export function sendingHandlers({ db }: Database, deps: ResellerDeps): Pick<Handlers<typeof identity.calls>, Calls> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);
  const messaging = (child: string) => deps.clientsOfAccount(child).messaging;

  async function balanceOf({ number, billing_customer_id }: ChildAccount): Promise<number> {
    const answer = await deps.clientsOfAccount(number).billing.balance({ params: { billing_customer_id } });
    if (answer.status === 200) return answer.body;
    if (answer.status === 404) return 0;
    throw new HttpError(503, answer.body.message);
  }

  /** The child of this account that may be written for. @throws HttpError 404, 422 */
  async function ready(account: string, child: string): Promise<ChildAccount> {
    const found = await reading(account, (trx) => childFound(trx, account, child));
    if (!withAliases(found.products).has("SMS")) throw new HttpError(422, noSms);
    return found;
  }

  /** A blast that this account wrote for the child. */
  async function written(account: string, child: string, id: number): Promise<BlastDetail> {
    await reading(account, (trx) => mustHaveWritten(trx, account, child, id));
    return expectStatus(await messaging(child).blast({ params: { id } }), 200);
  }

  return {
    async childSending({ params: { child } }, { account }) {
      const found = await reading(account, (trx) => childFound(trx, account, child));
      const [terms, groups, balance_cents] = await Promise.all([
        messaging(child).sendingTerms(),
        messaging(child).allGroups({ query: { type: "sms" } }),
        balanceOf(found),
      ]);
      const { part_price, senders, suspended } = expectStatus(terms, 200);
      const sends = withAliases(found.products).has("SMS");
      return {
        status: 200,
        body: {
          number: found.number,
          name: found.name,
          stopped: suspended ?? (sends ? null : noSms),
          balance_cents,
          part_price,
          senders: senders.filter(({ status }) => status === "approved"),
          groups: expectStatus(groups, 200).data.map(({ id, name, contacts }) => ({ id, name, contacts })),
        },
      };
    },

    async childPrice({ params: { child }, body }, { account }) {
      const found = await ready(account, child);
      const [answer, balance] = await Promise.all([messaging(child).price({ body }), balanceOf(found)]);
      return { status: 200, body: withBalance(expectStatus(answer, 200), balance) };
    },

    async childDraft({ params: { child }, body }, { account, who }) {
      const found = await ready(account, child);
      // Keys are the child's: a parent's never meets one of the child's own.
      const hash = createHash("sha256").update(`${account} ${body.key}`).digest("hex");
      const key = `parent-${hash.slice(0, 48)}`;
      const [answer, balance] = await Promise.all([
        messaging(child).createBlast({ body: { ...body, key } }),
        balanceOf(found),
      ]);
      const made = expectStatus(answer, 201);
      const parent = await inside(account, async (trx) => {
        await noteDraft(trx, account, child, who.name, made);
        return accountRow(trx, account);
      });
      const created_by = made.created_by || `${who.name}, ${parent.name}`.slice(0, 200);
      if (made.created_by === "")
        await messaging(child).signBlast({ body: { id: made.id, by: created_by, balance_cents: balance } });
      return { status: 201, body: { ...made, created_by, price: withBalance(made.price, balance) } };
    },

    async childBlast({ params: { child, id } }, { account }) {
      return { status: 200, body: await written(account, child, id) };
    },

    async childConfirm({ params: { child, id } }, context) {
      const { account } = context;
      await reading(account, (trx) => mustHaveWritten(trx, account, child, id));
      await ready(account, child);
      const answer = await messaging(child).confirmBlast({ params: { id } });
      expectStatus(answer, 201);
      await inside(account, (trx) => noteSent(trx, context, child, id));
      return { status: 201, body: await written(account, child, id) };
    },

    async childMessages({ params: { child, id }, query }, { account }) {
      await reading(account, (trx) => mustHaveWritten(trx, account, child, id));
      return { status: 200, body: expectStatus(await messaging(child).messages({ params: { id }, query }), 200) };
    },

    async childSends({ query }, { account }) {
      const page = await reading(account, async (trx) => {
        if (query.child !== undefined) await childFound(trx, account, query.child);
        return sendPage(trx, account, query);
      }).catch((error: unknown) => {
        if (error instanceof HttpError) return problem(404, error.message);
        throw error;
      });
      if ("status" in page) return page;
      return { status: 200, body: { ...page, data: await withBlasts(page.data) } };
    },
  };

  /** Each with its blast as it is now, one question for each child. */
  async function withBlasts(sends: ChildSend[]): Promise<ChildSend[]> {
    const children = [...new Set(sends.map(({ child }) => child))];
    const found = await Promise.all(
      children.map(async (child) => {
        const ids = sends.filter((send) => send.child === child).map(({ blast_id }) => blast_id);
        const answer = await messaging(child).someBlasts({ body: { ids } });
        const blasts = answer.status === 200 ? answer.body.data : [];
        return blasts.map((blast) => [`${child} ${blast.id}`, blast] as const);
      }),
    );
    const byId = new Map(found.flat());
    return sends.map((send) => ({ ...send, blast: byId.get(`${send.child} ${send.blast_id}`) ?? null }));
  }
}

function withBalance(price: Price, balance: number): Price {
  return { ...price, balance_cents: balance, balance_after_cents: balance - price.cost_cents };
}

/** The body that was hoped for; any other answer of a service is passed on as it is. */
export function expectStatus<A extends { status: number; body: unknown }, S extends A["status"]>(
  answer: A,
  status: S,
): Extract<A, { status: S }>["body"] {
  if (answer.status === status) return answer.body as Extract<A, { status: S }>["body"];
  const { message, errors } = answer.body as Problem;
  throw new HttpError(answer.status === 401 ? 503 : (answer.status as 422), message, errors);
}
