import { z } from "zod";
import { products } from "../../rules/access";
import { countryCodes, currencies, timeZones } from "../../rules/countries";
import { NewPassword } from "../../rules/password";
import { normalisePhone } from "../../rules/phone";
import { type Call, DoneAnswer } from "../kit/contract";
import { SignInSession } from "./contract.sign-in";

const line = (least: string, most: number) =>
  z
    .string({ error: least })
    .trim()
    .min(2, least)
    .max(most, `Use at most ${most} characters.`)
    // Names go into the subject of a mail and into lists: a line break or a control character has no place there.
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "Leave out line breaks and control characters.");

const email = z
  .string({ error: "Enter your email address." })
  .trim()
  .max(254, "This address is too long.")
  .regex(/^[^\s\p{Cc}@"(),:;<>[\]\\]{1,64}@[^\s\p{Cc}@"(),:;<>[\]\\]+\.[^\s\p{Cc}@"(),:;<>[\]\\.]{2,}$/u, {
    error: "Write the address like name@company.co.ke.",
  })
  .toLowerCase();

/** A mobile number as people write it, to E.164. */
const mobile = z
  .string({ error: "Enter your phone number." })
  .trim()
  .min(1, "Enter your phone number.")
  .max(40, "This number is too long.")
  .transform((text, context) => {
    const phone = normalisePhone(text);
    if (phone.ok) return phone.e164;
    context.addIssue({ code: "custom", message: `Write it like 0722 000 000: ${phone.reason}.` });
    return z.NEVER;
  });

const handle = z.string().min(20).max(200);

export const SignUp = z.strictObject({
  name: line("Enter your name.", 100),
  email,
  phone: mobile,
  company_name: line("Enter the company's name.", 100).or(z.literal("")).default(""),
  password: NewPassword,
  return_to: z.string().max(2_000).optional(),
});

export const CompanyDetails = z.strictObject({
  company_name: line("Enter the company's name.", 100),
  phone: mobile,
  country: z.enum(countryCodes, { error: "Choose a country." }).default("KE"),
  currency: z.enum(currencies, { error: "Choose a currency." }).default("KES"),
  time_zone: z.enum(timeZones, { error: "Choose a time zone." }).default("Africa/Nairobi"),
  kra_pin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[AP]\d{9}[A-Z]$/, "A KRA PIN is a letter, nine digits and a letter, such as P051234567X.")
    .or(z.literal(""))
    .default(""),
  requested_products: z.array(z.enum(products)).max(products.length).default([]),
});

/** How far a sign-up is: an address is missing, its proof is missing, the company's details are missing. */
const SignUpState = z.object({
  step: z.enum(["email", "verify", "details"]),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  company_name: z.string(),
  /** The provider's name when it began at one. */
  provider: z.string(),
  return_to: z.string(),
  /** Seconds until another mail may be asked for, and how many more there are. */
  resend_in: z.number().int(),
  mails_left: z.number().int(),
});

/** Proven: on to the company's details with this sign-up, or signed in (a provider's identity was linked). */
const Proven = z.object({ step: z.literal("details"), signup: z.string() });
const Linked = z.object({ step: z.literal("signed-in"), return_to: z.string(), session: SignInSession });
const SecondStep = z.object({ step: z.literal("code"), return_to: z.string(), handle: z.string() });
const Verified = z.discriminatedUnion("step", [Proven, Linked, SecondStep]);

export const signUpCalls = {
  signUp: {
    method: "POST",
    path: "/signup",
    summary: "Begin an account; the same answer whether or not the address has one",
    public: true,
    writes: true,
    body: SignUp,
    answers: { 201: z.object({ signup: z.string(), message: z.string() }) },
  },
  signUpState: {
    method: "POST",
    path: "/signup/state",
    summary: "How far a sign-up is",
    public: true,
    body: z.strictObject({ signup: handle }),
    answers: { 200: SignUpState },
  },
  signUpEmail: {
    method: "POST",
    path: "/signup/email",
    summary: "The address for a sign-up that began at a provider that gave none",
    public: true,
    writes: true,
    body: z.strictObject({ signup: handle, email }),
    answers: { 200: DoneAnswer },
  },
  resendCode: {
    method: "POST",
    path: "/signup/resend",
    summary: "Another mail with a new code; the old one is worth nothing then",
    public: true,
    writes: true,
    body: z.strictObject({ signup: handle }),
    answers: { 200: DoneAnswer },
  },
  verifyCode: {
    method: "POST",
    path: "/signup/verify",
    summary: "Prove the address with the emailed code",
    public: true,
    writes: true,
    body: z.strictObject({
      signup: handle,
      code: z
        .string({ error: "Enter the code." })
        .transform((text) => text.replace(/[\s-]/g, ""))
        .pipe(z.string().regex(/^\d{6}$/, "The code has six digits.")),
    }),
    answers: { 200: Verified },
  },
  linkState: {
    method: "POST",
    path: "/signup/link",
    summary: "What the mailed link needs in this browser, without using it",
    public: true,
    body: z.strictObject({ link: handle, signup: handle.optional() }),
    answers: { 200: z.object({ email: z.string(), needs: z.enum(["nothing", "password", "the other browser"]) }) },
  },
  verifyLink: {
    method: "POST",
    path: "/signup/verify-link",
    summary: "Prove the address with the mailed link; in another browser with the chosen password as well",
    public: true,
    writes: true,
    body: z.strictObject({
      link: handle,
      signup: handle.optional(),
      password: z.string().max(1024, "This password is too long.").optional(),
    }),
    answers: { 200: Verified },
  },
  companyDetails: {
    method: "POST",
    path: "/signup/details",
    summary: "Create the account with its owner, and sign in",
    public: true,
    writes: true,
    body: z.strictObject({ signup: handle, ...CompanyDetails.shape }),
    answers: { 201: z.object({ customer_account: z.string(), return_to: z.string(), session: SignInSession }) },
  },
  forgotPassword: {
    method: "POST",
    path: "/password/forgot",
    summary: "Mail a link for a new password, if the address has an account",
    public: true,
    writes: true,
    body: z.strictObject({ email }),
    answers: { 200: DoneAnswer },
  },
  passwordLink: {
    method: "POST",
    path: "/password/link",
    summary: "What a link for a new password is for, without using it",
    public: true,
    body: z.strictObject({ token: handle }),
    answers: {
      200: z.object({
        kind: z.enum(["reset", "invitation"]),
        email: z.string(),
        name: z.string(),
        company_name: z.string(),
      }),
    },
  },
  setPassword: {
    method: "POST",
    path: "/password/set",
    summary: "Set the password with a link, once; all sessions end",
    public: true,
    writes: true,
    body: z.strictObject({ token: handle, password: NewPassword }),
    answers: { 200: z.object({ kind: z.enum(["reset", "invitation"]), session: SignInSession.nullable() }) },
  },
} as const satisfies Record<string, Call>;
