type Settling = { settled_cents: number; closed: boolean };

/** Billing, as far as surveys use it. What SMS take of a hold is shown where both services are real (`run-money.test.ts`). */
export function moneyWire() {
  const money = {
    available: 1_000_000,
    holds: new Map<string, { cents: number; settled: number; released: number }>(),
  };
  const paid: unknown[] = [];
  const client = {
    hold: async ({ body }: { body: { reference: string; cents: number } }) => {
      if (body.cents > money.available) return { status: 422, body: { status: 422, message: "Top up first." } };
      money.holds.set(body.reference, { cents: body.cents, settled: 0, released: 0 });
      return { status: 201, body: {} };
    },
    settle: async ({ params, body }: { params: { reference: string }; body: Settling }) => {
      const held = money.holds.get(params.reference);
      if (!held) return { status: 404, body: { status: 404, message: "No hold." } };
      Object.assign(held, { settled: body.settled_cents, released: held.cents - body.settled_cents });
      return { status: 201, body: {} };
    },
    holdOf: async ({ params }: { params: { reference: string } }) => {
      const held = money.holds.get(params.reference);
      if (!held) return { status: 404, body: { status: 404, message: "No hold." } };
      const { cents, settled, released } = held;
      const others = { moved_cents: 0, others_settled_cents: 0, others_refunded_cents: 0 };
      const mine = { held_cents: cents, settled_cents: settled, released_cents: released };
      return { status: 200, body: { ...mine, ...others, closed: settled + released === cents } };
    },
    payProduct: async ({ body }: { body: object }) => {
      paid.push(body);
      return { status: 201, body: {} };
    },
  };
  return Object.assign(money, { paid, client });
}
