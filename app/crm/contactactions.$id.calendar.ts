// /crm/contactactions/:id/calendar - an appointment as a file that phones and calendar programs import
import { brand } from "../../rules/brand";
import { calendarFile } from "../../rules/ics";
import { id as idOf } from "../../services/kit/contract";
import { expectStatus, page } from "../shell/page.server";

export const loader = page("/crm/contactactions/:id/calendar", async ({ api, params, url, viewer }) => {
  const id = idOf.safeParse(params.id).data ?? 0;
  const { title, place, record, starts_at, ends_at, state, changed_at, sequence } = expectStatus(
    await api.crm.appointment({ params: { id } }),
    200,
  );
  const file = calendarFile(brand.name, {
    uid: `appointment-${viewer.customer_account}-${id}@${url.hostname}`,
    title: `${title}: ${record.name}`,
    ...{ place, text: "", starts: new Date(starts_at), ends: new Date(ends_at), changed: new Date(changed_at) },
    sequence,
    cancelled: state === "cancelled",
  });
  return new Response(file, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="appointment-${id}.ics"`,
      "cache-control": "private, no-store",
    },
  });
});
