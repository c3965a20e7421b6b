import type { z } from "zod";
import { type PlatformSettings, readSettings, type SettingsPart, settingsShape } from "./kit/environment";
import type { SettingsOf } from "./kit/module";
import { type Modules, modules } from "./modules";

type Together<Union> = (Union extends unknown ? (part: Union) => void : never) extends (whole: infer Whole) => void
  ? Whole
  : never;
type ServiceSettings = Together<{ [Name in keyof Modules]: SettingsOf<Modules[Name]["settings"]> }[keyof Modules]>;
type ServiceUrls = { [Name in keyof Modules as `${Uppercase<Name>}_URL`]?: string | undefined };

/** Every setting there is. */
export type Environment = PlatformSettings & ServiceSettings & ServiceUrls;

const parts: readonly SettingsPart[] = Object.values(modules);
export const environmentShape: z.ZodObject = settingsShape(parts);

/** Reads the settings of the program and of every service. Throws WrongSettings. */
export function readEnvironment(from?: Record<string, string | undefined>): Environment {
  return readSettings(parts, from) as unknown as Environment;
}
