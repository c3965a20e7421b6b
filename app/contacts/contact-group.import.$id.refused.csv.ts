// /contacts/contact-group/import/:id/refused.csv - the refused rows, to mend and send again
import { need, page } from "../shell/page.server";
import { exportRows } from "./export.server";
import { refusedColumns } from "./refused";

export const loader = page("/contacts/contact-group/import/:id/refused.csv", async ({ ask, params }) => {
  const { id } = params;
  const file = need(await ask.messaging.import({ params: { id } }), 200);
  const name = file.file_name.replace(/\.[a-z0-9]{1,5}$/i, "");
  const columns = refusedColumns(file.columns.map((column) => column.name));
  return exportRows(`refused ${name}`, columns, (place) => ask.messaging.refusedRows({ params: { id }, query: place }));
});
