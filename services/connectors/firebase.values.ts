// Plain values as Firestore's typed ones: https://firebase.google.com/docs/firestore/reference/rest/v1/Value
type TypedValue = { [type: string]: unknown };

export function typedFields(fields: Record<string, unknown>): Record<string, TypedValue> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [nameOf(name), typedOf(value)]));
}

/** Empty names, and those between two underscores twice, are not allowed in a map. */
function nameOf(name: string): string {
  return name === "" || /^__.*__$/.test(name) ? `(${name})` : name;
}

function typedOf(value: unknown): TypedValue {
  if (value === null || value === undefined) return { nullValue: null };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  // A list in a list is not allowed: the inner one becomes a map.
  if (Array.isArray(value))
    return {
      arrayValue: { values: value.map((one) => (Array.isArray(one) ? typedOf({ values: one }) : typedOf(one))) },
    };
  return { mapValue: { fields: typedFields(value as Record<string, unknown>) } };
}

export function fieldsFrom(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainOf(value as TypedValue)]));
}

function plainOf(typed: TypedValue): unknown {
  if (typed.integerValue !== undefined) return Number(typed.integerValue);
  if (typed.mapValue) return fieldsFrom((typed.mapValue as { fields?: Record<string, unknown> }).fields ?? {});
  if (typed.arrayValue) return ((typed.arrayValue as { values?: TypedValue[] }).values ?? []).map(plainOf);
  return typed.stringValue ?? typed.booleanValue ?? typed.doubleValue ?? typed.timestampValue ?? null;
}
