import type { SerializeFrom } from "@remix-run/node";
import type { loader } from "../bot.$id";

/** The bot as its page loads it. */
export type LoadedBot = SerializeFrom<typeof loader>["bot"];
