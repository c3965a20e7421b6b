import { sql } from "kysely";
import { z } from "zod";
import { parsePhone } from "../../../rules/phone.foreign";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { networkFor } from "./networks";
import { loadBlastSettings } from "./settings";

/** Where a part goes and its price in 1/10,000 KES: "KE", a network of Kenya, a country code, or "abroad". */
export type Destination = { destination: string; partPrice: number };
export type PriceOf = (msisdn: string) => Destination;

const home = "KE";
export const abroad = "abroad";

const PriceRow = z.object({ destination: z.string(), part_price: z.number(), own: z.boolean() });

/**
 * The account's price for a number. What the account has agreed wins over the list, and a network or a country over
 * Kenya or abroad as a whole.
 */
export async function loadPrices(trx: Trx, account: string): Promise<{ partPrice: number; priceOf: PriceOf }> {
  const { partPrice, agreed } = await loadBlastSettings(trx, account);
  const rows = await checkedRows(
    trx,
    PriceRow,
    sql`
    select destination, part_price, true as own from messaging.prices where customer_account = ${account}
    union all select destination, part_price, false from messaging.price_list`,
  );
  const of = (own: boolean) =>
    new Map(rows.filter((row) => row.own === own).map((row) => [row.destination, row.part_price]));
  const [own, list] = [of(true), of(false)];
  const isNetwork = ({ destination }: { destination: string }) =>
    destination !== abroad && !/^[A-Z]{2}$/.test(destination);
  const byNetwork = rows.some(isNetwork);

  function kenyan(msisdn: string): Destination {
    if (!byNetwork) return { destination: home, partPrice };
    const network = networkFor(msisdn);
    const price = own.get(network) ?? (agreed ? undefined : list.get(network));
    return price === undefined ? { destination: home, partPrice } : { destination: network, partPrice: price };
  }

  function foreign(msisdn: string): Destination {
    const phone = parsePhone(msisdn);
    const country = (phone.ok && phone.country) || abroad;
    const price = own.get(country) ?? own.get(abroad) ?? list.get(country) ?? list.get(abroad) ?? partPrice;
    return { destination: country, partPrice: price };
  }

  return { partPrice, priceOf: (msisdn) => (msisdn.startsWith("+254") ? kenyan(msisdn) : foreign(msisdn)) };
}
