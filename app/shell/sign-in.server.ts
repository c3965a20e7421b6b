import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { FromServer } from "./context.server";
import { readBrowser } from "./session.server";

type Outcome =
  | { token: string }
  | { code: string }
  | { mailed: string }
  | { refused: { status: number; message: string } };

/**
 * The strategy "local" (spec 1 §9): the e-mail goes as the username of the documented password grant (R027).
 * @returns the opaque token, the handle of a second step, that a link was mailed, or why it was refused
 */
export async function signIn(from: FromServer, request: Request, email: string, password: string): Promise<Outcome> {
  const browser = await readBrowser(request, from.settings);
  const strategy = new FormStrategy<Outcome>(async ({ form }) => {
    const api = from.clientsFor({ token: "", requestId: from.requestId, address: from.address });
    const answer = await api.identity.token({
      body: {
        username: String(form.get("email")),
        password: String(form.get("password")),
        grant_type: "password",
        client_id: from.settings.clientId,
        scope: "*",
        ...(browser ? { browser } : {}),
      },
    });
    if (answer.status === 200) return { token: answer.body.access_token };
    if (answer.status === 202)
      return answer.body.next === "link" ? { mailed: answer.body.message } : { code: answer.body.handle };
    return { refused: { status: answer.status, message: answer.body.message } };
  });
  const local = new Authenticator<Outcome>().use(strategy, "local");
  const body = new URLSearchParams({ email, password });
  return local.authenticate("local", new Request("http://local/login", { method: "POST", body }));
}
