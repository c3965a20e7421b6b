import { z } from "zod";
import { analysisCalls, type CodedResponse } from "../../../services/survey/contract.analysis";
import { list } from "../../kit/lists/definition";

type CodeFacts = { title: string; variables: { name: string; label: string }[] };

/** The responses of a survey with codes in place of words, a column for each variable of the codebook. */
export const codedResponses = list({
  path: "/survey/:uuid/responses/codes",
  noun: ["response", "responses"],
  search: z.object(analysisCalls.codedResponses.query.shape),
  async facts({ api, params }): Promise<CodeFacts> {
    const { uuid = "" } = params;
    const [survey, codebook] = await Promise.all([
      api.survey.survey({ params: { uuid } }),
      api.survey.codebook({ params: { uuid } }),
    ]);
    if (survey.status !== 200) throw new Response(survey.body.message, { status: survey.status });
    if (codebook.status !== 200) throw new Response(codebook.body.message, { status: codebook.status });
    return { title: survey.body.title, variables: codebook.body.variables };
  },
  file: ({ title }) => codedFile(title),
  rows: ({ api, params }, query) => api.survey.codedResponses({ query, body: { survey: params.uuid ?? "" } }),
  columns: ({ variables }) =>
    variables.map(({ name }) => ({ name, label: name, value: ({ values }: CodedResponse) => values[name] })),
  id: ({ id }) => String(id),
});

/** What the file of a survey's codes is called, without its ending: the syntax file reads it by this name. */
export function codedFile(title: string): string {
  return `codes-${title}`.replace(/[^\w.-]+/g, "-");
}
