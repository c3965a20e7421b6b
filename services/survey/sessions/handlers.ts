import { sql } from "kysely";
import { answerText, questionPath, statementsBefore } from "../../../rules/survey/conditions";
import { fixedTexts } from "../../../rules/survey/fixed-texts";
import {
  hasChoices,
  isAsked,
  type LocalText,
  type SurveyAnswer,
  type SurveyGraph,
  type SurveyLanguage,
  type SurveyQuestion,
  textIn,
} from "../../../rules/survey/graph";
import { nextMessage } from "../../../rules/survey/messages";
import { pipedText } from "../../../rules/survey/piping";
import { chosenTogether, type MatchedReply, matchReply } from "../../../rules/survey/replies";
import { sectionStart } from "../../../rules/survey/sections";
import { answerQuestion } from "../../../rules/survey/sessions";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { tokenBucket } from "../../kit/limits";
import { row } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { respondCalls, WebSession } from "../contract.respond";
import { asQuestion } from "../store/questions";
import { loadVersion } from "../store/surveys";
import {
  findWebSession,
  insertTurn,
  insertWebSession,
  isOpen,
  type LoadedSession,
  loadSession,
  newSecret,
  saveStep,
} from "./store";

type PublicSurvey = {
  account: string;
  id: number;
  title: string;
  languages: SurveyLanguage[];
  version: number;
  open: boolean;
};
type TypedAnswer = { question: number; text: string; choices: number[] };

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
        const loaded = await loadSession(trx, on.account, session);
        const refused = isOpen(session.disposition) ? await takeAnswer(trx, on, loaded, body) : undefined;
        return refused ?? shown(trx, on, params.session);
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

/**
 * Takes an answer to the question that is due, or to one that was answered on the way. Answers why it can't be taken, in
 * the language of the session; what was typed is kept for the results then.
 */
async function takeAnswer(
  trx: Trx,
  on: PublicSurvey,
  loaded: LoadedSession,
  typed: TypedAnswer,
): Promise<string | undefined> {
  if (!on.open) throw new HttpError(409, "This survey takes no more answers.");
  const { graph, state, session } = loaded;
  const { path, next } = questionPath(graph, state.answers);
  const question = [...path, ...(next ? [next] : [])].find((one) => isAsked(one) && one.id === typed.question);
  // Sent twice, or from a page that is no longer on the way: what is due is shown.
  if (!question) return undefined;
  const matched = readAnswer(question, typed);
  if (!matched.ok) {
    const text = typed.text.trim();
    if (text !== "")
      await insertTurn(trx, on.account, session.id, {
        ...{ incoming: true, text, question: question.id, understood: false },
      });
    return fixedTexts(session.language).problems[matched.why];
  }
  const before = state.answers.get(question.id);
  if (before?.kind === matched.answer.kind && typedAnswer(before) === typedAnswer(matched.answer)) return undefined;
  if (question === next) {
    const asked = pipedText(graph, question.text, state.answers, session.language);
    await insertTurn(trx, on.account, session.id, { incoming: false, text: asked, question: question.id });
  }
  const step = answerQuestion(graph, state, question, matched.answer);
  await saveStep(trx, on.account, loaded, step, {
    text: answerText(question, matched.answer, session.language, graph.languages),
  });
  return undefined;
}

/** What was chosen or typed in a form. */
function readAnswer(question: SurveyQuestion, { text, choices }: TypedAnswer): MatchedReply {
  if (!hasChoices(question.type)) return matchReply(question, text);
  const chosen = question.choices.flatMap(({ id }) => (choices.includes(id) ? [id] : []));
  if (chosen.length === 0 && !question.required) return { ok: true, answer: { kind: "skipped" } };
  if (question.type === "single" && chosen.length !== 1) return { ok: false, why: "choice" };
  if (chosen.length === 0) return { ok: false, why: "choices" };
  return chosenTogether(question, chosen);
}

function asWebSession(on: PublicSurvey, { session, graph, state }: LoadedSession, at?: number): WebSession {
  const { language } = session;
  const piped = (text: LocalText) => pipedText(graph, text, state.answers, language);
  const { path, next } = questionPath(graph, state.answers);
  const asked = path.filter(isAsked);
  const again = isOpen(session.disposition) ? asked.find(({ id }) => id === at) : undefined;
  const question = isOpen(session.disposition) ? (again ?? next) : null;
  const start = question && sectionStart(graph, question);
  const before = question && again ? asked[asked.indexOf(again) - 1] : question ? asked.at(-1) : undefined;
  const answer = question ? state.answers.get(question.id) : undefined;
  const statements = again ? [] : statementsBefore(graph, state.answers).map(({ text }) => piped(text));
  return {
    ...{ title: on.title, languages: graph.languages, open: on.open, language },
    statements: question ? statements.filter((text) => text !== "") : [],
    question: question && inOneLanguage(question, graph, language, piped(question.text)),
    section: start ? { title: piped(start.section.title), text: piped(start.section.text) } : null,
    answered: answer ? typedAnswer(answer) : "",
    place: question ? (again ? asked.indexOf(again) : asked.length) + 1 : asked.length,
    total: graph.questions.filter(isAsked).length,
    previous: before?.id ?? null,
    ending: question ? "" : endingOf(graph, { session, state }, language),
  };
}

/** Whoever answers sees the words of one language, and nothing of names, aliases, conditions and other people's words. */
function inOneLanguage(question: SurveyQuestion, graph: SurveyGraph, language: SurveyLanguage, text: string) {
  const [main = "en"] = graph.languages;
  const choices = question.choices.map((choice) => ({
    ...{ id: choice.id, aliases: [], role: choice.role },
    text: { [main]: textIn(choice.text, language, graph.languages) },
  }));
  const section = { title: {}, text: {} };
  const shown = { ...question, name: "", section, text: { [main]: text }, choices, conditions: [] };
  return asQuestion(shown, graph.questions.indexOf(question));
}

function typedAnswer(answer: SurveyAnswer): string {
  if (answer.kind === "choices") return answer.choices.join(",");
  if (answer.kind === "yes") return answer.yes ? "yes" : "no";
  if (answer.kind === "number") return String(answer.number);
  return answer.kind === "text" ? answer.text : answer.kind === "date" ? answer.date : "";
}

function endingOf(graph: SurveyGraph, { session, state }: Pick<LoadedSession, "session" | "state">, language: string) {
  const words = fixedTexts(language);
  if (session.disposition === "rejected") return words.full;
  if (session.disposition === "ineligible") return words.declined;
  return nextMessage(graph, state.answers, language);
}
