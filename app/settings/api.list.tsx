import { z } from "zod";
import { keyScopes } from "../../rules/api-keys";
import type { ApiKey } from "../../services/identity/contract.keys";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { keyStates } from "./api/labels";

const scopesOf = ({ scopes }: ApiKey) => scopes.map((scope) => keyScopes[scope].label).join(", ");

/** The account's API keys. */
export const apiKeys = list({
  path: "/settings/api",
  file: "api-keys",
  noun: ["key", "keys"],
  search: z.object({ ...paging }),
  rows: ({ api }, query) => api.identity.apiKeys({ query }),
  filters: () => [],
  columns: ({ zone }) => [
    {
      ...{ name: "name", label: "Name", wide: true, mobileOrder: 1, fixed: true },
      value: (key: ApiKey) => key.name,
      cell: (key) => <RowLink to={href("/settings/api/:id", { id: key.id })}>{key.name}</RowLink>,
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: (key) => keyStates[key.state].word,
      cell: (key) => <Status kind={keyStates[key.state].kind}>{keyStates[key.state].word}</Status>,
    },
    { name: "scopes", label: "May", mobileOrder: 3, value: scopesOf },
    { name: "key", label: "Key", hideOnSmall: true, value: (key) => `${key.starts_with}…` },
    {
      ...{ name: "used", label: "Last used", cardLabel: "Last used", muted: true, mobileOrder: 4 },
      value: (key) => key.last_used_at,
      cell: (key) => (key.last_used_at ? <DateTime at={key.last_used_at} zone={zone} /> : "Never"),
    },
    { name: "by", label: "Created by", muted: true, hideOnSmall: true, value: (key) => key.created_by },
    { name: "created", label: "Created", extra: true, value: (key) => key.created_at },
    { name: "expires", label: "Expires", extra: true, value: (key) => key.expires_at },
    { name: "revoked", label: "Revoked", extra: true, value: (key) => key.revoked_at },
    { name: "id", label: "Id", extra: true, num: true, value: (key) => key.id },
  ],
  id: (key) => String(key.id),
});
