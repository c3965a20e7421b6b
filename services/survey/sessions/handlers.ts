import { sql } from "kysely";
import { z } from "zod";
import { questionPath } from "../../../rules/survey/conditions";
import { fixedTexts } from "../../../rules/survey/fixed-texts";
import { languageCodes } from "../../../rules/survey/graph";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { tokenBucket } from "../../kit/limits";
import { checkedRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { respondCalls, WebPage, WebSession } from "../contract.respond";
import { loadVersion } from "../store/surveys";
import { asWebSession, takeAnswer } from "./answering";
import { setFirstQuestions } from "./first-question";
import { asWebPage, loadPageRules, PagedSurvey, takePage } from "./pages";
import {
  findWebSession,
  goOnOnTheWeb,
  insertWebSession,
  isOpen,
  type LoadedSession,
  loadSession,
  newSecret,
} from "./store";

const PublicSurvey = PagedSurvey.extend({ languages: z.array(z.enum(languageCodes)), version: z.number() });
type PublicSurvey = z.infer<typeof PublicSurvey>;

const PublicSurveyRow = PublicSurvey.omit({ account: true, open: true }).extend({ status: z.string() });

/** Answering on the web. Nobody is signed in: the link finds the account, the secret of a session finds the answers. */
export function respondHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof respondCalls> {
  // Many people may share an address; a program that fills in surveys is slowed down.
  const begins = tokenBucket({ burst: 60, perSecond: 0.2 });
  const answers = tokenBucket({ burst: 240, perSecond: 4 });

  /** @throws HttpError 404 */
  async function findPublic(link: string): Promise<PublicSurvey> {
    const found = await db
      .selectFrom("survey.links")
      .select(["customer_account", "survey_id"])
      .where("token", "=", link)
      .executeTakeFirst();
    const account = found?.customer_account;
    const known =
      account &&
      (await readAccount(db, account, (trx) =>
        checkedRow(
          trx,
          PublicSurveyRow,
          sql`select id, title, languages, version, status, interaction_mode, frame_origins from survey.surveys
            where customer_account = ${account} and id = ${found.survey_id}`,
        ),
      ));
    if (!account || !known || known.version === 0) throw new HttpError(404, "There is no such survey.");
    const { status, ...rest } = known;
    return { ...rest, account, open: status === "published" };
  }

  /** @throws HttpError 404 */
  async function find(trx: Trx, on: PublicSurvey, secret: string): Promise<LoadedSession> {
    const session = await findWebSession(trx, on.account, on.id, secret);
    if (!session) throw new HttpError(404, "There is no such response.");
    return loadSession(trx, on.account, session);
  }

  async function shown(trx: Trx, on: PublicSurvey, secret: string, at?: number): Promise<WebSession> {
    return asWebSession(on, await find(trx, on, secret), at);
  }

  async function shownPage(trx: Trx, on: PublicSurvey, secret: string, at?: number): Promise<WebPage> {
    return asWebPage(on, await find(trx, on, secret), await loadPageRules(trx, on), at);
  }

  /** The session of an answer, locked. @throws HttpError 404, 409 */
  async function findToAnswer(trx: Trx, on: PublicSurvey, secret: string): Promise<LoadedSession> {
    const session = await findWebSession(trx, on.account, on.id, secret, true);
    if (!session) throw new HttpError(404, "There is no such response.");
    await goOnOnTheWeb(trx, on.account, session);
    return loadSession(trx, on.account, session);
  }

  return {
    async webSurvey({ params }) {
      const { title, languages, open, frame_origins } = await findPublic(params.link);
      return { status: 200, body: { title, languages, open, frame_origins } };
    },

    async beginWebSession({ params, body }, { address }) {
      mustBeSlow(begins.take(address));
      const on = await findPublic(params.link);
      if (!on.open) throw new HttpError(409, "This survey takes no more answers.");
      const secret = body.session ?? newSecret();
      // What was asked then has the questions of then.
      const version = Math.min(body.version ?? on.version, on.version);
      await inAccount(db, on.account, async (trx) => {
        const graph = await loadVersion(trx, on.account, on.id, version);
        const language = graph.languages.find((known) => known === body.language) ?? graph.languages[0] ?? "en";
        const first = questionPath(graph, new Map()).next?.id ?? null;
        const made = { survey: on.id, version, language, firstQuestion: first };
        const id = await insertWebSession(trx, on.account, made, secret);
        if (id !== undefined) await setFirstQuestions(trx, on.account, graph, [id]);
      });
      return { status: 201, body: { session: secret } };
    },

    async webSession({ params, query }) {
      const on = await findPublic(params.link);
      const body = await readAccount(db, on.account, (trx) => shown(trx, on, params.session, query.question));
      return { status: 200, body };
    },

    async answerWebQuestion({ params, body }, { address }) {
      mustBeSlow(answers.take(address));
      const on = await findPublic(params.link);
      const after = await inAccount(db, on.account, async (trx) => {
        const loaded = await findToAnswer(trx, on, params.session);
        const { session } = loaded;
        const problem = isOpen(session.disposition) ? await takeAnswer(trx, on, loaded, body) : undefined;
        return problem ? fixedTexts(session.language).problems[problem] : shown(trx, on, params.session);
      });
      if (typeof after === "string") throw new HttpError(422, after, { answer: [after] });
      return { status: 201, body: after };
    },

    async webPage({ params, query }) {
      const on = await findPublic(params.link);
      const body = await readAccount(db, on.account, (trx) => shownPage(trx, on, params.session, query.question));
      return { status: 200, body };
    },

    async answerWebPage({ params, body: { answers: typed } }, { address }) {
      mustBeSlow(answers.take(address));
      const on = await findPublic(params.link);
      const { problems, page } = await inAccount(db, on.account, async (trx) => {
        const loaded = await findToAnswer(trx, on, params.session);
        const open = isOpen(loaded.session.disposition);
        return {
          problems: open ? await takePage(trx, on, loaded, typed) : {},
          page: await shownPage(trx, on, params.session),
        };
      });
      const [first] = Object.values(problems).flat();
      if (first !== undefined) throw new HttpError(422, first, problems);
      return { status: 201, body: page };
    },
  };
}

function mustBeSlow(decision: { allowed: true } | { allowed: false; retryAfter: number }): void {
  if (!decision.allowed)
    throw new HttpError(429, `There are too many answers from your network. Wait ${decision.retryAfter} s.`);
}
