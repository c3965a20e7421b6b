import { z } from "zod";
import { MobileAppForm as Body, hasStoreId, noStoreId } from "../../../services/webchat/contract.mobile";

const ticked = z
  .literal("on")
  .optional()
  .transform((on) => on === "on");
const words = z.string().trim().max(500, "At most 500 characters.").default("");
const { shape } = Body;

/** A mobile app as its form has it: a tick is on or not there. */
export const MobileAppForm = z
  .object({
    name: z.string({ error: "Enter a name." }).pipe(shape.name),
    android_package: shape.android_package,
    ios_bundle: shape.ios_bundle,
    greeting_en: words,
    greeting_sw: words,
    consent_en: words,
    consent_sw: words,
    away_text_en: words,
    away_text_sw: words,
    prechat: ticked,
    away_form: ticked,
    identity_required: ticked,
    active: ticked,
  })
  .refine(hasStoreId, noStoreId);
