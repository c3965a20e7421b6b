import { z } from "zod";
import { contract, Done } from "../kit/contract";

const Named = z.object({ name: z.string() });

/** The authenticated user (spec 1 §3). `account_name` and `time_zone` are ours, for the frame and the dates. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profile_url: z.string(),
  customer_account: z.string(),
  account_name: z.string(),
  time_zone: z.string(),
  user_group: z.string(),
  roles: z.array(Named),
  permissions: z.array(Named),
  products: z.array(Named),
  billing_customer_id: z.string(),
});
export type User = z.infer<typeof User>;

/** The password grant of spec 1 §7; the e-mail is the username (R027). */
export const PasswordGrant = z.strictObject({
  username: z.string().trim().min(1, "Enter your e-mail address.").max(254, "This address is too long."),
  password: z.string().min(1, "Enter your password.").max(1024, "This password is too long."),
  grant_type: z.literal("password"),
  client_id: z.string().max(100),
  scope: z.literal("*"),
});

export const identity = contract("identity", {
  token: {
    method: "POST",
    path: "/login/token",
    summary: "Sign in with the password grant",
    public: true,
    form: true,
    writes: true,
    body: PasswordGrant,
    answers: {
      200: z.object({ access_token: z.string(), token_type: z.literal("bearer"), expires_in: z.number().int() }),
    },
  },
  details: {
    method: "GET",
    path: "/user/details",
    summary: "The signed-in user",
    answers: { 200: z.object({ user: User }) },
  },
  signout: {
    method: "POST",
    path: "/user/signout",
    summary: "End this session",
    writes: true,
    answers: { 200: Done },
  },
});
