// /survey/:uuid/responses/syntax - the syntax file of SPSS that reads the file of codes
import { spssSyntax } from "../../rules/survey/spss";
import { expectStatus, page } from "../shell/page.server";
import { codedFile } from "./results/coded-responses";

export const loader = page("/survey/:uuid/responses/syntax", async ({ api, params }) => {
  const [survey, codebook] = await Promise.all([api.survey.survey({ params }), api.survey.codebook({ params })]);
  const name = codedFile(expectStatus(survey, 200).title);
  return new Response(spssSyntax(`${name}.csv`, expectStatus(codebook, 200).variables), {
    headers: {
      "content-type": "application/x-spss-syntax; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.sps"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store, no-transform",
    },
  });
});
