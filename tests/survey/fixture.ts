import { sql } from "kysely";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import type { survey } from "../../services/survey/contract";
import type { WebSession } from "../../services/survey/contract.respond";
import type { SurveyChange, SurveyDetail } from "../../services/survey/contract.schemas";
import { surveyService } from "../../services/survey/service";
import { freshDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

export const savanna = "100001";
const lakeside = "200002";

const people = {
  owner: person({ products: ["Surveys"] }),
  researcher: person({
    id: "2",
    name: "Otieno Ouma",
    roles: [],
    permissions: ["Create Surveys"],
    products: ["Surveys"],
  }),
  nobody: person({ roles: [], permissions: [], products: ["Surveys"] }),
  unsold: person({ products: ["SMS"] }),
  other: person({ customer_account: lakeside, id: "9", name: "Achieng", products: ["Surveys"] }),
};
export type Token = keyof typeof people | "service" | "";
export type SurveyFixture = Awaited<ReturnType<typeof surveyFixture>>;

/** The survey service on a database of its own. */
export async function surveyFixture() {
  const database = await freshDatabase();
  const faults: unknown[] = [];
  const paid: unknown[] = [];
  const clients = {
    billing: {
      payProduct: async ({ body }: { body: object }) => {
        paid.push(body);
        return { status: 201, body: {} };
      },
    },
    messaging: { senders: async () => ({ status: 200, body: { data: [{ sender: "SAVANNA", status: "approved" }] } }) },
  };
  const deps = { clientsFor: () => clients, clientsOfAccount: () => clients } as never;
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields) };
  const around = surroundings(people);
  const served = surveyService(database, deps, { ...around, log });

  type CallInput = { params?: object; query?: object; body?: object };
  type Answered = {
    status: number;
    body: Record<string, unknown> & { message: string; errors?: Record<string, string[]> };
  };
  async function ask(
    name: keyof typeof survey.calls,
    input: CallInput = {},
    token: Token = "owner",
  ): Promise<Answered> {
    const carried = {
      ...caller(token),
      ...(token === "service" && { token: serviceToken(around.serviceSecret, savanna) }),
    };
    const answer = (await served.call(name, input as never, carried)) as unknown as Answered;
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }

  async function must<T>(status: number, name: keyof typeof survey.calls, input: CallInput, token?: Token): Promise<T> {
    const answer = await ask(name, input, token);
    if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as never;
  }

  let titles = 0;
  const create = (form: object = {}) =>
    must<SurveyDetail>(201, "createSurvey", { body: { title: `Survey ${++titles}`, ...form } });
  const load = (uuid: string) => must<SurveyDetail>(200, "survey", { params: { uuid } });

  /** Adds a question with its choices; answers the question. */
  async function question(uuid: string, form: object, choices: readonly string[] = []) {
    const { question: made } = await must<SurveyChange>(201, "createQuestion", { body: { survey: uuid, ...form } });
    const id = made?.id ?? 0;
    for (const text of choices) await must(201, "createChoice", { body: { question_id: id, text } });
    return (await load(uuid)).questions.find((one) => one.id === id) as SurveyDetail["questions"][number];
  }

  /** A published survey: how it was (good, poor), why if poor, and a mark of 0 to 10. */
  async function delivery() {
    const { uuid } = await create();
    const how = await question(uuid, { type: "single", text: "How was it?" }, ["Good", "Poor"]);
    const why = await question(uuid, { type: "text", text: "What went wrong?" });
    const nps = await question(uuid, { type: "nps", text: "Would you recommend us?" });
    const [good, poor] = how.options.map(({ id }) => id) as [number, number];
    await must(201, "createCondition", {
      body: { question_id: how.id, operand: "equals", value: String(good), target: nps.id },
    });
    const { link } = await must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
    return { uuid, link: link ?? "", how: how.id, why: why.id, nps: nps.id, good, poor };
  }

  async function begin(link: string, body: object = {}): Promise<{ link: string; session: string }> {
    const { session } = await must<{ session: string }>(201, "beginWebSession", { params: { link }, body }, "");
    return { link, session };
  }
  const answer = (params: object, body: object) => must<WebSession>(201, "answerWebQuestion", { params, body }, "");

  async function rows<T>(statement: string, account = savanna): Promise<T[]> {
    return inAccount(database.db, account, async (trx) => (await sql.raw<T>(statement).execute(trx)).rows);
  }

  return {
    database,
    ask,
    must,
    create,
    load,
    question,
    delivery,
    begin,
    answer,
    rows,
    paid,
    close: () => database.drop(),
  };
}
