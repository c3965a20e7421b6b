import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";
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
    identity_required: z.boolean().default(false),
    active: z.boolean().default(true),
  })
  .refine(hasStoreId, noStoreId);
export type MobileAppForm = z.infer<typeof MobileAppForm>;

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
  identity_required: z.boolean(),
  /** When its identity secret was made; null: there is none. */
  identity_since: z.string().nullable(),
  active: z.boolean(),
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
} as const satisfies Record<string, Call>;
