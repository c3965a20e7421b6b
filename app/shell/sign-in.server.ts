import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { FromServer } from "./context.server";

type Outcome = { token: string } | { code: string } | { refused: { status: number; message: string } };

/**
 * The strategy "local" (spec 1 §9): the e-mail goes as the username of the documented password grant (R027).
 * @returns the opaque token, the handle of a second step, or why it was refused
 */
export async function signIn(from: FromServer, email: string, password: string): Promise<Outcome> {
  const strategy = new FormStrategy<Outcome>(async ({ form }) => {
    const ask = from.ask({ token: "", requestId: from.requestId, address: from.address });
    const answer = await ask.identity.token({
      body: {
        username: String(form.get("email")),
        password: String(form.get("password")),
        grant_type: "password",
        client_id: from.settings.clientId,
        scope: "*",
      },
    });
    if (answer.status === 200) return { token: answer.body.access_token };
    if (answer.status === 202) return { code: answer.body.handle };
    return { refused: { status: answer.status, message: answer.body.message } };
  });
  const local = new Authenticator<Outcome>().use(strategy, "local");
  const body = new URLSearchParams({ email, password });
  return local.authenticate("local", new Request("http://local/login", { method: "POST", body }));
}
