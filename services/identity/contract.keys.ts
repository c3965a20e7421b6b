import { z } from "zod";
import { keyScopeNames } from "../../rules/api-keys";
import { type Call, id, localDate, pageSchema, paging } from "../kit/contract";

const needs = { permissions: ["Manage settings"] } as const;

export const ApiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopeNames)),
  /** Its first letters; the rest is kept nowhere. */
  starts_with: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  last_used_by: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  revoked_by: z.string(),
  state: z.enum(["active", "expired", "revoked"]),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyForm = z.strictObject({
  name: z.string().trim().min(1, "Give the key a name.").max(60, "A name has at most 60 characters."),
  scopes: z.array(z.enum(keyScopeNames)).min(1, "Choose at least one thing that it may do.").max(keyScopeNames.length),
  /** The last day on which it works, by the account's calendar; null: until it is revoked. */
  expires_on: localDate("Choose a day.").nullable().default(null),
});

const oneId = z.object({ id });

/** Keys for programs. They outlive the hour of a delegation, so only the account's own people make and end them. */
export const keyCalls = {
  apiKeys: {
    method: "GET",
    path: "/api-keys",
    summary: "The account's API keys, newest first",
    needs,
    delegated: false,
    query: z.object({ ...paging }),
    answers: { 200: pageSchema(ApiKey) },
  },
  apiKey: {
    method: "GET",
    path: "/api-keys/{id}",
    summary: "One API key",
    needs,
    delegated: false,
    params: oneId,
    answers: { 200: ApiKey },
  },
  createApiKey: {
    method: "POST",
    path: "/api-keys",
    summary: "Create an API key; the answer is the only one that contains it",
    needs,
    writes: true,
    delegated: false,
    body: ApiKeyForm,
    answers: { 201: ApiKey.extend({ secret: z.string() }) },
  },
  revokeApiKey: {
    method: "POST",
    path: "/api-keys/{id}/revoke",
    summary: "End an API key at once",
    needs,
    writes: true,
    delegated: false,
    params: oneId,
    answers: { 201: ApiKey },
  },
} as const satisfies Record<string, Call>;
