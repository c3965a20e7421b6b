import type { HandsetAnswer } from "../../sandbox/mpesa-prompt";
import { advance } from "../../services/billing/payments/advance";
import type { billingFixture } from "./fixture";

type Stage = Awaited<ReturnType<typeof billingFixture>>;

let keys = 0;
const phone = () => `07${String(10_000_000 + ++keys).slice(0, 8)}`;
export const form = (cents = 150_000) => ({ phone: phone(), amount_cents: cents, key: `key-number-${++keys}` });

/** A prompt on its phone, with its callbacks held back so that the test sends them itself. */
export async function prompted(fixture: Stage, cents = 150_000) {
  const account = await fixture.account();
  const asked = await account.ask.lipa({ body: form(cents) });
  if (asked.status !== 201) throw new Error(asked.body.message);
  const prompt = fixture.sandbox.prompts()[0];
  if (!prompt) throw new Error("no prompt was shown");
  const state = async () => {
    const found = await account.ask.payment({ params: { id: asked.body.id } });
    return found.status === 200 ? found.body : undefined;
  };
  const look = () => advance(fixture.database, fixture.deps, account.number, asked.body.id);
  /** What a callback is answered with. */
  const tell = async (body: object) => {
    const response = await fetch(prompt.callbackUrl, { method: "POST", body: JSON.stringify(body) });
    return response.status;
  };
  const act = (how: HandsetAnswer) => fixture.sandbox.answer(prompt.checkoutId, how);
  return { ...account, id: asked.body.id, payment: asked.body, prompt, state, look, tell, act };
}
