import type { Permission, Product } from "../../rules/access";
import type { Person } from "../../services/kit/principal";
import type { Caller, ServeOptions } from "../../services/kit/serve";

/** A person for service tests: by default the owner of account 100001 with SMS. */
export function person(given: Partial<Person> & { permissions?: Permission[]; products?: Product[] } = {}): Person {
  return {
    kind: "person",
    customer_account: "100001",
    id: "1",
    name: "Wanjiru Maina",
    email: "owner@savanna.test",
    user_group: "1",
    roles: [{ name: "Owner" }],
    permissions: [],
    products: ["SMS"],
    billing_customer_id: `b-${given.customer_account ?? "100001"}`,
    ...given,
  };
}

/** Options of a service in which the token is the key of a person. */
export function surroundings(people: Record<string, Person>): ServeOptions {
  return {
    introspect: async (token) => people[token],
    serviceSecret: "a-secret-for-tests-that-is-long-enough",
    log: { error: () => undefined },
  };
}

export function caller(token: string): Caller {
  return { token, requestId: "test-request", address: "127.0.0.1" };
}
