import { z } from "zod";
import { storable } from "../../rules/storable";

/** Text that PostgreSQL can hold, without blanks around it. */
export const text = z.string().overwrite((given) => storable(given).trim());

export const Ref = z.object({ id: z.number().int(), name: z.string() });
export type Ref = z.infer<typeof Ref>;
export const Refs = z.object({ data: z.array(Ref) });

export const Count = z.number().int();
/** An instant as ISO 8601 in UTC. */
export const Instant = z.string();

export const Colour = z.enum(["grey", "blue", "green", "amber", "red", "violet", "teal"]);

export const TimeZone = text
  .max(64)
  .refine(isZone, { message: "This is no time zone, like Africa/Nairobi." })
  .default("Africa/Nairobi");

function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The people of the account that tickets are given to: `id` is the user's id. */
export const TicketMember = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type TicketMember = z.infer<typeof TicketMember>;

export const optionalId = z.preprocess(
  (given) => (given === "" || given === undefined ? null : given),
  z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
);

/** Several ids, from a form's repeated field, a comma list or a JSON list. */
export const ids = z
  .preprocess(
    (given) =>
      given === undefined || given === null || given === ""
        ? []
        : typeof given === "string"
          ? given.split(",")
          : Array.isArray(given)
            ? given
            : [given],
    z.array(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(500),
  )
  .default([]);

/** Several user ids, the same way. */
export const userIds = z
  .preprocess(
    (given) =>
      given === undefined || given === null || given === "" ? [] : typeof given === "string" ? given.split(",") : given,
    z.array(text.min(1).max(64)).max(100),
  )
  .default([]);

const products = ["Ticketing"] as const;
/** Reading one's own tickets, or all of them: the service shows each what they may see. */
export const reading = { permissions: ["View tickets", "View my tickets", "View ticket kanban"], products } as const;
export const handling = { permissions: ["View tickets", "View my tickets"], products } as const;
export const overseeing = { permissions: ["View tickets"], products } as const;
export const boarding = { permissions: ["View ticket kanban"], products } as const;
export const reporting = { permissions: ["View ticketing reports"], products } as const;
export const summing = { permissions: ["View ticket dashboard", "View ticketing reports"], products } as const;
export const setting = { permissions: ["Manage ticketing settings"], products } as const;
/** What every screen of tickets needs to draw its menus. */
export const choosing = {
  permissions: [
    "View Ticketing",
    "View tickets",
    "View my tickets",
    "View ticket kanban",
    "View ticket dashboard",
    "View ticketing reports",
    "Manage ticketing settings",
    "View chat inbox",
  ],
  products: ["Ticketing"],
} as const;
