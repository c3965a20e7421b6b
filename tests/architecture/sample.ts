import { z } from "zod";

/** A JSON schema as zod writes it, as far as it is read here. */
type Shape = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  items?: Shape;
  minItems?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  format?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};

/** What other systems or the caller number, not we. */
const elsewhere = new Set(["request_id", "client_id", "external_id", "phone_number_id", "page_id"]);

/** True for the name of a field that holds records of ours. */
export function namesRecords(field: string): boolean {
  return /(^|_)(ids?|uuid)$/i.test(field) && !elsewhere.has(field);
}

export function schemaOf(type: z.ZodType): Shape {
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Shape;
}

/** The fields of a shape, however deep, that hold records. */
export function recordFields(shape: Shape): string[] {
  const inside = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  if (shape.items) inside.push(shape.items);
  const own = Object.entries(shape.properties ?? {});
  return [...own.flatMap(([name, of]) => [...(namesRecords(name) ? [name] : []), ...recordFields(of)])].concat(
    inside.flatMap(recordFields),
  );
}

/** A value that the shape takes, as far as a schema says what it takes, with `id` wherever a record is named. */
export function sample(shape: Shape, id: number | string, all: boolean, name = ""): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const one = shape.anyOf?.[0] ?? shape.oneOf?.[0] ?? shape.allOf?.[0];
  if (one) return sample(one, id, all, name);
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type;
  if (type === "array")
    return namesRecords(name) || shape.minItems
      ? Array.from({ length: shape.minItems ?? 1 }, () => sample(shape.items ?? {}, id, all, name))
      : [];
  if (type === "object" || shape.properties) {
    const fields = Object.entries(shape.properties ?? {});
    const given = fields.filter(
      ([key]) => shape.required?.includes(key) || (all && (namesRecords(key) || /_en$/.test(key))),
    );
    return Object.fromEntries(given.map(([key, of]) => [key, sample(of, id, all, key)]));
  }
  if (namesRecords(name)) {
    if (type === "string") return String(id);
    return typeof id === "number" && id > (shape.maximum ?? id) ? shape.maximum : id;
  }
  if (type === "integer" || type === "number") return Math.max(shape.minimum ?? 1, (shape.exclusiveMinimum ?? 0) + 1);
  if (type === "boolean") return true;
  if (type !== "string") return type === undefined ? "Taken over" : null;
  if (name === "request_id") return "a".repeat(32);
  if (shape.format === "email" || /email/.test(name)) return "taken@over.test";
  if (shape.format === "date-time") return "2026-11-23T08:00:00.000Z";
  if (shape.format === "date" || /date|_on$/.test(name)) return "2026-11-23";
  if (/phone|msisdn/.test(name)) return "0722000000";
  return "Taken over".padEnd(shape.minLength ?? 0, "x");
}
