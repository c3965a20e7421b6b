type Settling = { settled_cents: number; released_cents: number };

/** Billing, as far as surveys use it. */
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
      Object.assign(held, { settled: body.settled_cents, released: body.released_cents });
      return { status: 201, body: {} };
    },
    payProduct: async ({ body }: { body: object }) => {
      paid.push(body);
      return { status: 201, body: {} };
    },
  };
  return Object.assign(money, { paid, client });
}
