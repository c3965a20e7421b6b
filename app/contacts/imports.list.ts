import { z } from "zod";
import { paging } from "../../services/kit/contract";
import type { Import } from "../../services/messaging/contract.imports";
import { list } from "../kit/list";
import { importWords } from "./import-labels";

export const imports = list({
  file: "contact-imports",
  search: z.object(paging),
  rows: (api, search) => api.messaging.imports({ query: search }),
  columns: {
    File: (file: Import) => file.file_name,
    State: (file) => importWords[file.state].word,
    Group: (file) => (file.target === "blacklist" ? "Blacklist" : file.group_name),
    "Rows read": (file) => file.rows_read,
    Added: (file) => file.added,
    Updated: (file) => file.updated,
    Refused: (file) => file.refused,
    Repeated: (file) => file.repeated,
    "Imported with changes": (file) => file.noted,
    By: (file) => file.created_by,
    Uploaded: (file) => file.created_at,
    Finished: (file) => file.finished_at,
  },
});
