import { z } from "zod";
import { type Consent, type PersonRequest, requestKinds } from "../../services/identity/contract.privacy";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/list";
import { requestKindWords, requestStateWords } from "./data-protection.labels";

/** Archives and erasures that were asked for. */
export const personRequests = list({
  file: "data-protection",
  search: z.object({ ...paging, kind: z.enum(requestKinds).optional().catch(undefined) }),
  rows: (api, search) => api.identity.personRequests({ query: search }),
  columns: {
    Id: (request: PersonRequest) => request.id,
    Kind: (request) => requestKindWords[request.kind],
    Person: (request) => request.label,
    State: (request) => requestStateWords[request.state].word,
    "Requested by": (request) => request.requested_by,
    Asked: (request) => request.created_at,
    Done: (request) => request.finished_at,
  },
});

/** Who agreed to be written to, or no longer does. */
export const consents = list({
  file: "consent",
  search: z.object({ ...paging, q: z.string().max(100).catch("").default("") }),
  rows: (api, search) => api.identity.consents({ query: search }),
  columns: {
    When: (consent: Consent) => consent.at,
    Contact: (consent) => consent.contact,
    Consent: (consent) => (consent.change === "in" ? "Yes" : "No"),
    How: (consent) => consent.source,
    By: (consent) => consent.by,
  },
});
