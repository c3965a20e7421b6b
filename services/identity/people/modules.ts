import { type Product, products as productNames, withAliases } from "../../../rules/access";
import type { Trx } from "../../kit/database";
import { listProducts } from "./accounts";
import { note, store } from "./changes";
import { beginChange, type MemberContext, memberFor, mustBeSomebodyElse, mustNotStandBelow } from "./member-record";

export type Switch = { name: string; on: boolean };

/** A switch for each product the account holds (Q040). */
export async function listModules(trx: Trx, account: string, userId: number): Promise<Switch[]> {
  const person = await memberFor(trx, account, { id: userId });
  return switches(await listProducts(trx, account), person.modules_off);
}

/** The products of the account, in the documented order. */
function switches(held: readonly string[], off: readonly string[]): Switch[] {
  return productNames.filter((name) => held.includes(name)).map((name) => ({ name, on: !off.includes(name) }));
}

/** Switches products on and off for one person; an alias goes with its product. @throws HttpError 403, 404 */
export async function setModules(
  trx: Trx,
  context: MemberContext,
  userId: number,
  requested: { [P in Product]?: boolean | undefined },
): Promise<Switch[]> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Edit user");
  const person = await memberFor(trx, account, { id: userId });
  mustNotStandBelow(changer, person.role);
  mustBeSomebodyElse(changer, person, "You can't change your own modules. Ask another administrator.");
  const off = new Set(person.modules_off);
  for (const [name, on] of Object.entries(requested))
    for (const alias of withAliases([name])) {
      if (on) off.delete(alias);
      else off.add(alias);
    }
  const held = await listProducts(trx, account);
  const before = new Set(person.modules_off);
  const shut = held.filter((name) => off.has(name) && !before.has(name));
  const opened = held.filter((name) => !off.has(name) && before.has(name));
  await store(trx, account, userId, { modules_off: [...off].sort() });
  const said = [
    shut.length > 0 ? `switched off: ${shut.join(", ")}` : "",
    opened.length > 0 ? `switched on: ${opened.join(", ")}` : "",
  ].filter(Boolean);
  if (said.length > 0)
    await note(trx, account, changer, userId, "Modules changed", `${person.name}, ${said.join("; ")}.`);
  return switches(held, [...off]);
}
