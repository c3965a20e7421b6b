// /l - nothing by itself: each short link has a code
import { redirect } from "@remix-run/node";
import { href } from "../href";

export const loader = async () => redirect(href("/"));
