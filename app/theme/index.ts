// /theme - remembers light, dark or the system's choice, and returns
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { returnPath } from "../../rules/return-path";
import { requestContext } from "../shell/context.server";
import { readForm } from "../shell/form.server";

export function loader() {
  return redirect("/");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const theme = form.get("theme");
  const kept = theme === "light" || theme === "dark" ? `theme=${theme}; Max-Age=31536000` : "theme=; Max-Age=0";
  const secure = requestContext(context).settings.secure ? "; Secure" : "";
  const cookie = `${kept}; Path=/; SameSite=Lax; HttpOnly${secure}`;
  return redirect(returnPath(String(form.get("to") ?? "")), { headers: { "set-cookie": cookie } });
}
