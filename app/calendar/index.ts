// /calendar - nothing by itself: each feed has a secret in its address
import { redirect } from "@remix-run/node";
import { href } from "../href";

export const loader = async () => redirect(href("/"));
