// /chat/inbox - conversations: the list, the open one, its details
import type { MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page, receive } from "../shell/page.server";
import { act } from "./desk.act.server";
import { loadDesk } from "./desk.server";
import { DeskPage } from "./desk-page";

export const meta: MetaFunction = () => [{ title: `Inbox - ${brand.name}` }];

export const loader = page("/chat/inbox", loadDesk);

export const action = receive("/chat/inbox", act);

/** Somebody was faster: what they did is shown with the refusal. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || actionStatus === 409;

export default function Inbox() {
  const desk = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return <DeskPage desk={desk} written={last?.written ?? null} began={last?.began ?? null} notice={last?.notice} />;
}
