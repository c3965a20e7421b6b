import { z } from "zod";
import { products } from "../../rules/access";
import { isTimeZone } from "../../rules/time-zone";
import { type Call, DoneAnswer, day, pageSchema, paging } from "../kit/contract";
import { accountParam } from "./contract.roles";

/** The second step of a sign-in: whether it is on, being set up, and how many recovery codes are left. */
export const Factor = z.object({ on: z.boolean(), pending: z.boolean(), codes_left: z.number().int() });

/** A provider that a person may sign in with; one that is not `usable` is set up no more. */
export const SignIn = z.object({ provider: z.string(), name: z.string(), usable: z.boolean(), linked_at: z.string() });

/** What a person may see and change of themselves. `time_zone` is empty when the account's own holds. */
export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  /** Empty where none is known. */
  phone: z.string(),
  role: z.string(),
  profile_url: z.string(),
  time_zone: z.string(),
  account_time_zone: z.string(),
  password_changed_at: z.string().nullable(),
  sessions: z.number().int(),
  factor: Factor,
  /** False until somebody who came by way of a provider chooses a password. */
  has_password: z.boolean(),
  sign_ins: z.array(SignIn),
});
export type Profile = z.infer<typeof Profile>;

export const ProfileForm = z.strictObject({
  name: z
    .string({ error: "Enter your name." })
    .trim()
    .min(1, "Enter your name.")
    .max(100, "A name has at most 100 characters."),
  time_zone: z
    .string()
    .max(64)
    .default("")
    .refine((zone) => zone === "" || isTimeZone(zone), "Choose a time zone from the list."),
});

const oldPassword = z
  .string({ error: "Enter your current password." })
  .min(1, "Enter your current password.")
  .max(1024, "This password is too long.");
export const PasswordForm = z.strictObject({
  old_password: oldPassword,
  password: z.string({ error: "Choose a new password." }).min(1, "Choose a new password.").max(1024),
});
export const ProofForm = z.strictObject({ password: oldPassword });
export const CodeForm = z.strictObject({
  code: z.string({ error: "Enter the code." }).trim().min(1, "Enter the code.").max(20, "This code is too long."),
});

/** The password, or the proof of a mailed link. */
export const UnlinkForm = z.strictObject({
  password: z.string().max(1024, "This password is too long.").default(""),
  proof: z.string().max(200).default(""),
});

/** A session: `device` is what its browser says of itself, in words. */
export const SessionInfo = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  since: z.string(),
  last_seen: z.string(),
  current: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

/** One thing that somebody did (spec 2 §3 Activity). `user_id` is null for the system itself. */
export const Activity = z.object({
  id: z.number().int(),
  at: z.string(),
  user_id: z.string().nullable(),
  by: z.string(),
  action: z.string(),
  description: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  address: z.string(),
});
export type Activity = z.infer<typeof Activity>;

/** What a list of activities may be narrowed to (Q041): a person ("system" for us), an action, days in one's own zone. */
export const activityFilters = {
  user: z.string().max(20).optional().catch(undefined),
  action: z.string().max(100).optional().catch(undefined),
  from: day,
  to: day,
};

const account = z.object({ account: accountParam });
const oneProvider = z.object({ provider: z.string().min(1).max(40) });
const sessionId = z.object({ id: z.uuid() });
const seeActivities = { permissions: ["View user activities"] } as const;

/** One's own profile, sessions and second factor; and what everybody of the account did. */
export const profileCalls = {
  profile: {
    method: "GET",
    path: "/user/profile",
    summary: "One's own profile",
    answers: { 200: Profile },
  },
  signUpAnswers: {
    method: "GET",
    path: "/user/sign-up",
    summary: "What the sign-up of this account said: the products it came for, and a phone to fill forms with",
    answers: { 200: z.object({ requested_products: z.array(z.enum(products)), phone: z.string() }) },
  },
  updateProfile: {
    method: "PUT",
    path: "/user/profile",
    summary: "Change one's own name and time zone; an empty zone is the account's",
    writes: true,
    body: ProfileForm,
    answers: { 200: DoneAnswer },
  },
  setPhoto: {
    method: "PUT",
    path: "/user/profile/photo",
    summary: "Take an uploaded photo (purpose photo) as one's own",
    writes: true,
    body: z.strictObject({ file_id: z.uuid() }),
    answers: { 200: z.object({ profile_url: z.string() }) },
  },
  removePhoto: {
    method: "DELETE",
    path: "/user/profile/photo",
    summary: "Take one's photo away",
    writes: true,
    answers: { 200: DoneAnswer },
  },
  changePassword: {
    method: "POST",
    path: "/user/password",
    summary: "Change one's password; every other session ends and an email tells of it",
    writes: true,
    body: PasswordForm,
    answers: { 200: z.object({ status: z.number().int(), message: z.string(), ended: z.number().int() }) },
  },
  sessions: {
    method: "GET",
    path: "/user/sessions",
    summary: "Where one is signed in",
    answers: { 200: z.object({ data: z.array(SessionInfo) }) },
  },
  endSession: {
    method: "DELETE",
    path: "/user/sessions/{id}",
    summary: "End one of one's sessions",
    writes: true,
    params: sessionId,
    answers: { 200: DoneAnswer },
  },
  endSessions: {
    method: "POST",
    path: "/user/sessions/end",
    summary: "Sign out everywhere; with keep_this, everywhere else",
    writes: true,
    body: z.strictObject({ keep_this: z.boolean().default(false) }),
    answers: { 200: z.object({ ended: z.number().int() }) },
  },
  factorSetup: {
    method: "GET",
    path: "/user/two-factor",
    summary: "The secret of a second factor that is being set up",
    answers: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  },
  beginFactor: {
    method: "POST",
    path: "/user/two-factor",
    summary: "Begin to set up a second factor by authenticator app",
    writes: true,
    answers: { 201: z.object({ secret: z.string(), uri: z.string() }) },
  },
  confirmFactor: {
    method: "POST",
    path: "/user/two-factor/confirm",
    summary: "Turn the second factor on with a code of the app; the recovery codes are given out once",
    writes: true,
    body: CodeForm,
    answers: { 200: z.object({ codes: z.array(z.string()) }) },
  },
  newCodes: {
    method: "POST",
    path: "/user/two-factor/codes",
    summary: "New recovery codes; the old ones are worthless at once",
    writes: true,
    body: ProofForm,
    answers: { 200: z.object({ codes: z.array(z.string()) }) },
  },
  dropFactor: {
    method: "POST",
    path: "/user/two-factor/off",
    summary: "Turn the second factor off",
    writes: true,
    body: ProofForm,
    answers: { 200: DoneAnswer },
  },
  cancelFactor: {
    method: "DELETE",
    path: "/user/two-factor",
    summary: "Give up setting up a second factor",
    writes: true,
    answers: { 200: DoneAnswer },
  },
  unlinkSignIn: {
    method: "POST",
    path: "/user/sign-ins/{provider}/unlink",
    summary: "Sign in with a provider no more, proven by the password or a mailed link; never the last way in (409)",
    writes: true,
    params: oneProvider,
    body: UnlinkForm,
    answers: { 200: DoneAnswer },
  },
  mailUnlink: {
    method: "POST",
    path: "/user/sign-ins/{provider}/mail",
    summary: "Mail oneself a link that proves the unlinking of a provider",
    writes: true,
    params: oneProvider,
    answers: { 200: DoneAnswer },
  },
  activities: {
    method: "GET",
    path: "/activities/{account}",
    summary: "Who did what, when and from where, newest first",
    needs: seeActivities,
    params: account,
    query: z.object({ ...paging, ...activityFilters }),
    answers: { 200: pageSchema(Activity) },
  },
  activityChoices: {
    method: "GET",
    path: "/activities/{account}/choices",
    summary: "The people and the actions that activities tell of, for filters",
    needs: seeActivities,
    params: account,
    answers: {
      200: z.object({ actions: z.array(z.string()), people: z.array(z.object({ id: z.string(), name: z.string() })) }),
    },
  },
} as const satisfies Record<string, Call>;
