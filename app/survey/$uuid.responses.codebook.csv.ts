// /survey/:uuid/responses/codebook.csv - the columns of responses with codes, and what their values mean
import { fileResponse } from "../kit/lists/file.server";
import { expectStatus, page } from "../shell/page.server";
import { codebookFile } from "./results/codebook-file";

export const loader = page("/survey/:uuid/responses/codebook.csv", async ({ api, params, url, viewer }) => {
  const [survey, codebook] = await Promise.all([api.survey.survey({ params }), api.survey.codebook({ params })]);
  const { columns, rows } = codebookFile(expectStatus(codebook, 200));
  async function* lines() {
    yield* rows;
  }
  const name = `codebook-${expectStatus(survey, 200).title}`;
  return fileResponse(url, { name, columns, rows: lines(), zone: viewer.time_zone });
});
