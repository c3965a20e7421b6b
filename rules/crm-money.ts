const amounts = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "KES 1,250.00"; "" for no value. @param cents of the currency */
export function formatMoney(cents: number | null, currency: string): string {
  if (cents === null) return "";
  return `${currency} ${amounts.format(cents / 100)}`;
}
