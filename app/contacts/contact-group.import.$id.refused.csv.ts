// /contacts/contact-group/import/:id/refused.csv - the refused rows, to correct and send again
import { searchOf } from "../kit/list";
import { expectStatus, page } from "../shell/page.server";
import { type ExportPosition, exportRows } from "./export.server";
import { refusedColumns, tellings } from "./refused";

export const loader = page("/contacts/contact-group/import/:id/refused.csv", async ({ api, params, url, viewer }) => {
  const { id } = params;
  const file = expectStatus(await api.messaging.import({ params: { id } }), 200);
  const name = file.file_name.replace(/\.[a-z0-9]{1,5}$/i, "");
  const columns = refusedColumns(file.columns.map((column) => column.name));
  const { kind } = searchOf(tellings, url);
  const read = (place: ExportPosition) => api.messaging.refusedRows({ params: { id }, query: { ...place, kind } });
  return exportRows(url, `${kind ?? "refused"} ${name}`, columns, read, viewer.time_zone);
});
