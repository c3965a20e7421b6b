import type { Client } from "../../kit/client";
import type { uploads } from "../../uploads/contract";

/** Where the PDFs of quotes that are sent on WhatsApp are kept. */
export type FileUpstream = Pick<Client<typeof uploads.calls>, "keep" | "filesOf">;
