// /unsubscribe - nothing by itself: each mail has a link of its own
import { redirect } from "@remix-run/node";
import { href } from "../href";

export const loader = async () => redirect(href("/"));
