// /settings/selfcare/invoices/:id/file - the invoice as PDF, or as CSV (`?format=csv`)
import { expectStatus, page } from "../shell/page.server";

const path = "/settings/selfcare/invoices/:id/file";

export const loader = page(path, async ({ api, params, url }) => {
  const format = url.searchParams.get("format") === "csv" ? "csv" : "pdf";
  const file = expectStatus(
    await api.billing.invoiceFile({ params: { id: Number(params.id) }, query: { format } }),
    200,
  );
  const name = file.name.replace(/[^\w.-]+/g, "-");
  return new Response(Buffer.from(file.base64, "base64"), {
    headers: {
      "content-type": format === "pdf" ? "application/pdf" : "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
});
