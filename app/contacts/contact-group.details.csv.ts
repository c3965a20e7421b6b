// /contacts/contact-group/details.csv - the contacts of a group, with its merge fields

import { searchOf } from "../kit/list";
import { need, page } from "../shell/page.server";
import { exportRows } from "./export.server";
import { memberColumns, members } from "./members.list";

export const loader = page("/contacts/contact-group/details.csv", async ({ ask, url }) => {
  const { id, q } = searchOf(members, url);
  const group = need(await ask.messaging.group({ params: { id } }), 200);
  return exportRows(`contacts ${group.name}`, memberColumns(group.field_names), (place) =>
    members.rows(ask, { ...place, id, q, before: undefined }),
  );
});
