import { sql } from "kysely";
import { questionPath } from "../../../rules/survey/conditions";
import { fixedTexts } from "../../../rules/survey/fixed-texts";
import type { SurveyLanguage } from "../../../rules/survey/graph";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { tokenBucket } from "../../kit/limits";
import { row } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { respondCalls, WebSession } from "../contract.respond";
import { loadVersion } from "../store/surveys";
import { type AskedSurvey, asWebSession, takeAnswer } from "./answering";
import { findWebSession, goOnOnTheWeb, insertWebSession, isOpen, loadSession, newSecret } from "./store";

type PublicSurvey = AskedSurvey & { id: number; languages: SurveyLanguage[]; version: number };

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
        row<Omit<PublicSurvey, "account" | "open"> & { status: string }>(
          trx,
          sql`select id, title, languages, version, status from survey.surveys
            where customer_account = ${account} and id = ${found.survey_id}`,
        ),
      ));
    if (!account || !known || known.version === 0) throw new HttpError(404, "There is no such survey.");
    const { status, ...rest } = known;
    return { ...rest, account, open: status === "published" };
  }

  async function shown(trx: Trx, on: PublicSurvey, secret: string, at?: number): Promise<WebSession> {
    const session = await findWebSession(trx, on.account, on.id, secret);
    if (!session) throw new HttpError(404, "There is no such response.");
    return asWebSession(on, await loadSession(trx, on.account, session), at);
  }

  return {
    async webSurvey({ params }) {
      const { title, languages, open } = await findPublic(params.link);
      return { status: 200, body: { title, languages, open } };
    },

    async beginWebSession({ params, body }, { address }) {
      mustBeSlow(begins.take(address));
      const on = await findPublic(params.link);
      if (!on.open) throw new HttpError(409, "This survey takes no more answers.");
      const secret = newSecret();
      await inAccount(db, on.account, async (trx) => {
        const graph = await loadVersion(trx, on.account, on.id, on.version);
        const language = graph.languages.find((known) => known === body.language) ?? graph.languages[0] ?? "en";
        const first = questionPath(graph, new Map()).next?.id ?? null;
        await insertWebSession(
          trx,
          on.account,
          { survey: on.id, version: on.version, language, firstQuestion: first },
          secret,
        );
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
        const session = await findWebSession(trx, on.account, on.id, params.session, true);
        if (!session) throw new HttpError(404, "There is no such response.");
        await goOnOnTheWeb(trx, on.account, session);
        const loaded = await loadSession(trx, on.account, session);
        const problem = isOpen(session.disposition) ? await takeAnswer(trx, on, loaded, body) : undefined;
        return problem ? fixedTexts(session.language).problems[problem] : shown(trx, on, params.session);
      });
      if (typeof after === "string") throw new HttpError(422, after, { answer: [after] });
      return { status: 201, body: after };
    },
  };
}

function mustBeSlow(decision: { allowed: true } | { allowed: false; retryAfter: number }): void {
  if (!decision.allowed)
    throw new HttpError(429, `There are too many answers from your network. Wait ${decision.retryAfter} s.`);
}
