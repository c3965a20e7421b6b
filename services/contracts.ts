import { eachService, type Modules } from "./modules";

/** What every service answers, in the order of the OpenAPI document. */
export const contracts = eachService(({ contract }) => contract) as {
  [Name in keyof Modules]: Modules[Name]["contract"];
};
