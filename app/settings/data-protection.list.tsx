import { z } from "zod";
import type { PersonRequest } from "../../services/identity/contract.privacy";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { requestKindWords, requestStateWords } from "./privacy/labels";

const kinds = Object.keys(requestKindWords) as [PersonRequest["kind"], ...PersonRequest["kind"][]];

/** Archives and erasures that were asked for. */
export const personRequests = list({
  path: "/settings/data-protection",
  file: "data-protection",
  noun: ["request", "requests"],
  search: z.object({ ...paging, kind: z.enum(kinds).optional().catch(undefined) }),
  rows: ({ api }, query) => api.identity.personRequests({ query }),
  filters: () => [
    {
      name: "kind",
      label: "Kind",
      choices: Object.entries(requestKindWords).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: () => [
    {
      ...{ name: "person", label: "Person", wide: true, mobileOrder: 1, fixed: true },
      value: (request: PersonRequest) => request.label,
      cell: (request) => (
        <RowLink to={href("/settings/data-protection/:id", { id: request.id })}>{request.label}</RowLink>
      ),
    },
    { name: "kind", label: "Kind", mobileOrder: 3, value: (request) => requestKindWords[request.kind] },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: (request) => requestStateWords[request.state].word,
      cell: (request) => (
        <Status kind={requestStateWords[request.state].kind}>{requestStateWords[request.state].word}</Status>
      ),
    },
    { name: "by", label: "Requested by", muted: true, mobileOrder: 4, value: (request) => request.requested_by },
    { name: "asked", label: "Requested", muted: true, mobileOrder: 5, value: (request) => request.created_at },
    { name: "done", label: "Done", extra: true, value: (request) => request.finished_at },
    { name: "id", label: "Id", extra: true, num: true, value: (request) => request.id },
  ],
  id: (request) => String(request.id),
});
