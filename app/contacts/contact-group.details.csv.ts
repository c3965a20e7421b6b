// /contacts/contact-group/details.csv - the contacts of a group, with its merge fields

import { searchOf } from "../kit/list";
import { expectStatus, page } from "../shell/page.server";
import { type ExportPosition, exportRows } from "./export.server";
import { memberColumns, members } from "./members.list";

export const loader = page("/contacts/contact-group/details.csv", async ({ api, url, viewer }) => {
  const { id, q } = searchOf(members, url);
  const group = expectStatus(await api.messaging.group({ params: { id } }), 200);
  const read = (place: ExportPosition) => members.rows(api, { ...place, id, q, before: undefined });
  return exportRows(url, `contacts ${group.name}`, memberColumns(group.field_names), read, viewer.time_zone);
});
