// /crm/quotes/:id/file - a quote as a PDF
import { expectStatus, page } from "../shell/page.server";

export const loader = page("/crm/quotes/:id/file", async ({ api, params }) => {
  const file = expectStatus(await api.crm.quoteFile({ params: { id: Number(params.id) || 0 } }), 200);
  return new Response(Buffer.from(file.base64, "base64"), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${file.name}"`,
      "cache-control": "private, no-store",
    },
  });
});
