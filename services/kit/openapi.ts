import { z } from "zod";
import { brand } from "../../rules/brand";
import { type Call, type Contract, Problem, pathNames, refusals } from "./contract";

const reasons: Record<number, string> = {
  200: "The answer",
  201: "Done",
  202: "Accepted",
  400: "The request can't be read",
  401: "Not signed in",
  403: "Not permitted",
  404: "No such record",
  405: "Wrong method",
  406: "Refused",
  409: "It was changed meanwhile",
  413: "Too large",
  414: "The address is too long",
  422: "Fields to correct",
  429: "Too many tries",
  431: "The address and the headers are too long",
  500: "A fault of ours",
  503: "Can't be reached",
};

/** The contracts as one OpenAPI 3.1 document, mounted under /api/<service>. */
export function openapi(contracts: readonly Contract[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { service, calls } of contracts)
    for (const [name, call] of Object.entries(calls)) {
      const path = `/api/${service}/${call.path.replace(/^\/+/, "")}`;
      const at = paths[path] ?? {};
      at[call.method.toLowerCase()] = operation(service, name, call);
      paths[path] = at;
    }
  return {
    openapi: "3.1.0",
    info: { title: brand.name, version: "1", description: "Every call takes a bearer token from POST /login/token." },
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Problem: shape(Problem, "output") },
    },
    security: [{ bearer: [] }],
  };
}

function operation(service: string, name: string, call: Call): object {
  const type = call.form ? "application/x-www-form-urlencoded" : call.raw ? "multipart/form-data" : "application/json";
  const body = call.raw
    ? { type: "object", properties: { file: { type: "string", format: "binary" } }, required: ["file"] }
    : call.body && shape(call.body, "input");
  return {
    operationId: `${service}.${name}`,
    tags: [service],
    summary: call.summary,
    ...(call.public ? { security: [] } : {}),
    ...(call.needs ? { "x-needs": call.needs } : {}),
    ...(call.internal ? { "x-internal": true } : {}),
    ...(call.writes ? { "x-writes": true } : {}),
    ...(call.scope ? { "x-scope": call.scope } : {}),
    parameters: [...pathNames(call.path).map((n) => parameter(n, "path", call)), ...queryOf(call)],
    ...(body ? { requestBody: { required: true, content: { [type]: { schema: body } } } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(call.answers).map(([status, answer]) => [
          status,
          answerOf(Number(status), shape(answer, "output")),
        ]),
      ),
      ...Object.fromEntries(
        refusals
          .filter((status) => !(status in call.answers))
          .map((status) => [status, answerOf(status, { $ref: "#/components/schemas/Problem" })]),
      ),
    },
  };
}

function queryOf(call: Call): object[] {
  return Object.keys(call.query?.shape ?? {}).map((name) => parameter(name, "query", call));
}

function parameter(name: string, where: "path" | "query", call: Call): object {
  const found = (where === "path" ? call.params : call.query)?.shape[name] as z.ZodType | undefined;
  return { name, in: where, required: where === "path", schema: found ? shape(found, "input") : { type: "string" } };
}

function answerOf(status: number, schema: object): object {
  return { description: reasons[status] ?? "Answer", content: { "application/json": { schema } } };
}

function shape(type: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" }) as Record<string, unknown>;
  return schema;
}
