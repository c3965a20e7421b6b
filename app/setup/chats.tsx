// /setup/chats - chats: what they need to work
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSetup } from "./product/setup.server";
import { SetupPage } from "./product/setup-page";

export const meta = titled("Set up Chats");

export const loader = page("/setup/chats", (given) => loadSetup(given, "Chats"));

export default function SetupChats() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}
