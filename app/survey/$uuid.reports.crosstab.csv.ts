// /survey/:uuid/reports/crosstab.csv - the counts of a cross-tab, then the shares of rows and of columns
import { fileResponse } from "../kit/lists/file.server";
import { page } from "../shell/page.server";
import { fetchCrosstab } from "./results/crosstab.server";
import { crosstabFile } from "./results/crosstab-file";

export const loader = page("/survey/:uuid/reports/crosstab.csv", async (given) => {
  const { survey, crosstab } = await fetchCrosstab(given);
  const { columns, rows } = crosstabFile(crosstab);
  async function* lines() {
    yield* rows;
  }
  const { title } = survey;
  return fileResponse(given.url, { name: `crosstab-${title}`, columns, rows: lines(), zone: given.viewer.time_zone });
});
