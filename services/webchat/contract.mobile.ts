import { z } from "zod";
import { type Call, DoneAnswer, id, Problem } from "../kit/contract";
import { nameText, shortText, webchatNeeds } from "./contract.schemas";

const oneId = z.object({ id });
const writes = { needs: webchatNeeds, writes: true } as const;
const saved = <T extends z.ZodType>(row: T) => z.object({ status: z.literal(201), message: z.string(), data: row });

/** `ke.co.shop.app`; iOS takes dashes too. */
const androidPackage = /^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/;
const iosBundle = /^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/;
const storeId = (pattern: RegExp, words: string) =>
  z
    .string()
    .trim()
    .max(150, "At most 150 characters.")
    .refine((given) => given === "" || pattern.test(given), words)
    .default("");

/** An app is in one store at least. */
export function hasStoreId(form: { android_package: string; ios_bundle: string }): boolean {
  return form.android_package !== "" || form.ios_bundle !== "";
}
export const noStoreId = {
  error: "Enter the Android package name, the iOS bundle ID, or both.",
  path: ["android_package"],
};

export const MobileAppForm = z
  .strictObject({
    name: nameText("app"),
    android_package: storeId(androidPackage, "A package name looks like ke.co.your_shop.app."),
    ios_bundle: storeId(iosBundle, "A bundle ID looks like ke.co.your-shop.app."),
    greeting_en: shortText,
    greeting_sw: shortText,
    prechat: z.boolean().default(true),
    /** What is to be accepted before a chat; empty: nothing. */
    consent_en: shortText,
    consent_sw: shortText,
    /** What is said where no one can answer, and whether messages are taken then. */
    away_text_en: shortText,
    away_text_sw: shortText,
    away_form: z.boolean().default(true),
    identity_required: z.boolean().default(false),
    active: z.boolean().default(true),
  })
  .refine(hasStoreId, noStoreId);
export type MobileAppForm = z.infer<typeof MobileAppForm>;

const PushState = z.object({
  project: z.string(),
  client_email: z.string(),
  connected_at: z.string(),
  active: z.boolean(),
  /** The text of a message is in its notification. */
  with_text: z.boolean(),
  /** The newest that Google took, and the newest that it refused, with the reason. */
  pushed_at: z.string().nullable(),
  failed_at: z.string().nullable(),
  fault: z.string(),
});

/** The key file of the service account, as text. */
export const FirebaseForm = z.strictObject({
  key: z
    .string({ error: "Paste the JSON key." })
    .trim()
    .min(1, "Paste the JSON key.")
    .max(10_000, "That is too long for a key file.")
    .refine(
      isFirebaseKey,
      "This is not the JSON key of a Firebase service account. Paste the whole file, from { to }.",
    ),
});

/** What signs, and of which project. The browser checks it too, so the connector's own shape has no place here. */
const KeyFile = z.object({
  client_email: z.email(),
  private_key: z.string().regex(/^-----BEGIN PRIVATE KEY-----/),
  project_id: z.string().regex(/^[a-z][a-z0-9:.-]{3,60}$/),
});

function isFirebaseKey(given: string): boolean {
  try {
    return KeyFile.safeParse(JSON.parse(given)).success;
  } catch {
    return false;
  }
}

export const PushForm = z.strictObject({ active: z.boolean(), with_text: z.boolean() });

/** As an app gets it from Firebase. */
export const PushToken = z
  .string({ error: "Paste a registration token." })
  .trim()
  .min(20, "Paste the whole registration token.")
  .max(1_000, "That is too long for a registration token.")
  .regex(/^[\w:.~%+/=-]+$/, "A registration token has letters, digits and : _ - only.");

/** An app on phones with the chat in it. */
export const MobileApp = z.object({
  id: z.number().int(),
  customer_account: z.string(),
  key: z.string(),
  inbox_id: z.number().int(),
  name: z.string(),
  android_package: z.string(),
  ios_bundle: z.string(),
  greeting_en: z.string(),
  greeting_sw: z.string(),
  prechat: z.boolean(),
  consent_en: z.string(),
  consent_sw: z.string(),
  away_text_en: z.string(),
  away_text_sw: z.string(),
  away_form: z.boolean(),
  identity_required: z.boolean(),
  /** When its identity secret was made; null: there is none. */
  identity_since: z.string().nullable(),
  active: z.boolean(),
  /** How it pushes to phones; null: no Firebase project is connected. */
  push: PushState.nullable(),
  /** Phones with a push token. */
  phones: z.number().int(),
  /** The newest user, and how many there were in seven days. */
  last_visit: z.string().nullable(),
  visitors: z.number().int(),
  made_at: z.string(),
  updated_at: z.string(),
});
export type MobileApp = z.infer<typeof MobileApp>;

/** The calls about the chat in apps on phones. */
export const mobileCalls = {
  mobileApps: {
    method: "GET",
    path: "/mobile-apps",
    summary: "The mobile apps of the account that have the chat in them",
    needs: webchatNeeds,
    answers: { 200: z.object({ data: z.array(MobileApp) }) },
  },
  createMobileApp: {
    method: "POST",
    path: "/mobile-apps",
    summary: "Add a mobile app, and the chat inbox behind it",
    ...writes,
    body: MobileAppForm,
    answers: { 201: saved(MobileApp) },
  },
  mobileApp: {
    method: "GET",
    path: "/mobile-apps/{id}",
    summary: "One mobile app",
    needs: webchatNeeds,
    params: oneId,
    answers: { 200: MobileApp },
  },
  updateMobileApp: {
    method: "PUT",
    path: "/mobile-apps/{id}",
    summary: "Change a mobile app",
    ...writes,
    params: oneId,
    body: MobileAppForm,
    answers: { 201: saved(MobileApp) },
  },
  deleteMobileApp: {
    method: "DELETE",
    path: "/mobile-apps/{id}",
    summary: "Disconnect a mobile app; its conversations stay",
    ...writes,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  connectFirebase: {
    method: "PUT",
    path: "/mobile-apps/{id}/firebase",
    summary: "Connect a Firebase project for pushes; its key is tested first, kept encrypted and never shown again",
    ...writes,
    params: oneId,
    body: FirebaseForm,
    answers: { 201: saved(MobileApp), 406: Problem },
  },
  changePush: {
    method: "PUT",
    path: "/mobile-apps/{id}/push",
    summary: "Whether messages are pushed to phones, and whether their text is in the notification",
    ...writes,
    params: oneId,
    body: PushForm,
    answers: { 201: saved(MobileApp), 406: Problem },
  },
  testPush: {
    method: "POST",
    path: "/mobile-apps/{id}/push/test",
    summary: "Push a test notification to one phone, by its registration token",
    ...writes,
    params: oneId,
    body: z.strictObject({ token: PushToken }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
  disconnectFirebase: {
    method: "DELETE",
    path: "/mobile-apps/{id}/firebase",
    summary: "Disconnect the Firebase project: its key is deleted, and nothing is pushed any more",
    ...writes,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  pushMessage: {
    method: "POST",
    path: "/inside/push",
    summary: "Push a message to the phones of a user who is not connected; answers when to try again, if at all",
    internal: true,
    writes: true,
    body: z.strictObject({
      inbox_id: id,
      external_id: z.string().min(1).max(200),
      contact_id: id,
      message_id: id,
      by: z.string().max(200),
      text: z.string().max(30_000),
      file: z.boolean(),
      /** Attempts before this one. */
      tries: z.number().int().min(0).max(100),
    }),
    answers: { 200: z.object({ again_after: z.number().nullable() }) },
  },
} as const satisfies Record<string, Call>;
