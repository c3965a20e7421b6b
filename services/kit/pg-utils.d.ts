declare module "pg/lib/utils" {
  /** A JavaScript value as PostgreSQL's text protocol takes it. */
  export function prepareValue(value: unknown): unknown;
}
